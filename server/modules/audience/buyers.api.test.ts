import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SIGNUP_CAPS } from "../../../contract/rules/limits.ts";
import { addProduct, addTile, mailsTo, payFree, signUpVerified } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/harness.ts";

let site: TestApp;
const counting = Promise.withResolvers<void>();
beforeAll(async () => {
  site = await createTestApp({
    limits: {
      consume: async ({ name }) => {
        if (name === "signups by recipient") await counting.promise;
      },
      reset: async () => undefined,
    },
  });
});
afterAll(() => site.close());

test("a free order is completed without waiting for the cap on the email that asks to confirm news", async () => {
  const maker = await signUpVerified(site);
  const product = await addProduct(maker, { name: "Sample", type: "digital", priceCents: 0 });
  const tile = await addTile(maker, { type: "product", productId: product.id });
  const { returnUrl } = await payFree(site, tile.id, { marketingConsent: true });
  expect(returnUrl).toContain("status=success");
  counting.resolve();
  expect(await mailsTo(site, "buyer@example.org", "confirm-signup")).toHaveLength(1);
});

describe("with limits", () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await createTestApp({ limits: "database", trustProxy: ["127.0.0.1"] });
  });
  afterAll(() => limited.close());

  /** Orders as one client, with another email each time. */
  async function orderAs(ip: string, count: number) {
    const maker = await signUpVerified(limited);
    const product = await addProduct(maker, { name: "Sample", type: "digital", priceCents: 0 });
    const tile = await addTile(maker, { type: "product", productId: product.id });
    const headers = { "x-forwarded-for": ip };
    for (let index = 0; index < count; index++) {
      const started = await limited.call("POST", "/api/public/checkout", { tileId: tile.id }, headers);
      const url = started.body.mockCheckoutUrl.replace("/checkout/pay/", "/api/public/checkout/");
      const input = { email: `${maker.creator.handle}${index}@example.org`, totalCents: 0 };
      const paid = await limited.call("POST", `${url}/pay`, { ...input, marketingConsent: true }, headers);
      expect(paid).toMatchObject({ status: 200, body: { returnUrl: expect.stringContaining("success") } });
    }
    return maker;
  }
  const confirmations = async (handle: string) =>
    (await limited.sentMails()).filter(
      ({ to, subject }) => to.startsWith(handle) && subject === "confirm-signup",
    );

  test("one client's free orders ask as many emails to confirm news as its signups may, and all are made", async () => {
    const { points } = SIGNUP_CAPS.ip;
    const { creator } = await orderAs("203.0.113.7", points + 3);
    expect(await confirmations(creator.handle)).toHaveLength(points);
    const consents = await limited.query(
      "select marketing_consent_text is not null as agreed from orders where creator_id = $1",
      [creator.id],
    );
    expect(consents.filter(({ agreed }) => agreed)).toHaveLength(points);
    expect(consents).toHaveLength(points + 3);
  });
});
