import { describe, expect, test } from "vitest";
import { SIGNUP_CAPS } from "../../../contract/rules/limits.ts";
import { mailsTo, offer, payFree, signUpVerified } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const counting = Promise.withResolvers<void>();
const site = testSite(() => ({
  limits: {
    consume: async ({ name }) => {
      if (name === "signups by recipient") await counting.promise;
    },
    reset: async () => undefined,
  },
}));

test("a free order is completed without waiting for the cap on the email that asks to confirm news", async () => {
  const maker = await signUpVerified(site);
  const { tile } = await offer(maker, { name: "Sample", type: "digital", priceCents: 0 });
  const { returnUrl } = await payFree(site, tile.id, { marketingConsent: true });
  expect(returnUrl).toContain("status=success");
  counting.resolve();
  expect(await mailsTo(site, "buyer@example.org", "confirm-signup")).toHaveLength(1);
});

describe("with limits", () => {
  const limited = testSite({ limits: "database", trustProxy: ["127.0.0.1"] });

  /** Orders as one client, with another email each time. */
  async function orderAs(ip: string, count: number) {
    const maker = await signUpVerified(limited);
    const { tile } = await offer(maker, { name: "Sample", type: "digital", priceCents: 0 });
    const headers = { "x-forwarded-for": ip };
    for (let index = 0; index < count; index++) {
      // As if the client had signed up often since its first order.
      if (index === 1)
        await limited.sql`update rate_limits set points = points + ${SIGNUP_CAPS.ip.points - 3}
          where key like 'signups by ip:%'`;
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
    const { creator } = await orderAs("203.0.113.7", 6);
    expect(await confirmations(creator.handle)).toHaveLength(3);
    const consents = await limited.sql`select marketing_consent_text is not null as agreed from orders
      where creator_id = ${creator.id}`;
    expect(consents.filter(({ agreed }) => agreed)).toHaveLength(3);
    expect(consents).toHaveLength(6);
  });
});
