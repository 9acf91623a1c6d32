import { describe, expect, test } from "vitest";
import { SIGNUP_CAPS } from "../../../contract/rules/limits.ts";
import { unavailableProvider } from "../../platform/payments/adapters/unavailable.ts";
import { mailsTo, offer, payFree, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { atSandbox, signUpSeller } from "../../testing/payers.ts";
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

test("completes a free order without waiting for the limit of confirmation emails", async () => {
  const maker = await signUpVerified(site);
  const { tile } = await offer(maker, { name: "Sample", type: "digital", priceCents: 0 });
  expect((await payFree(site, tile.id, { marketingConsent: true })).returnUrl).toContain("status=success");
  counting.resolve();
  expect(await mailsTo(site, "buyer@example.org", "confirm-signup")).toHaveLength(1);
});

describe("a buyer's consent to news", () => {
  // Mollie takes real money and Stripe is the sandbox. Test orders confirm no email.
  const limited = testSite({
    limits: "database",
    trustProxy: ["127.0.0.1"],
    mollie: () => {
      const { accounts, sales } = unavailableProvider("mollie");
      return { accounts, sales: { ...sales, mode: "live" } };
    },
  });

  /** Places six orders from one IP, each with another email. */
  async function orderAs(ip: string, maker: TestUser, priceCents: number) {
    const { tile } = await offer(maker, { name: "Sample", type: "digital", priceCents });
    const headers = { "x-forwarded-for": ip };
    for (let index = 0; index < 6; index++) {
      // Uses up most of the client's limit of signups after its first order.
      if (index === 1)
        await limited.sql`update rate_limits set points = points + ${SIGNUP_CAPS.ip.points - 3}
          where key like 'signups by ip:%'`;
      const started = await limited.call("POST", "/api/public/checkout", { tileId: tile.id }, headers);
      const url = started.body.mockCheckoutUrl.replace("/checkout/pay/", "/api/public/checkout/");
      const email = `${maker.creator.handle}${index}@example.org`;
      const input = { email, totalCents: priceCents, consent: true, marketingConsent: true };
      const paid = await limited.call("POST", `${url}/pay`, input, headers);
      expect(paid, paid.text).toMatchObject({ status: 200 });
      const next: string = paid.body.returnUrl;
      if (priceCents > 0) await atSandbox(limited, next, "pay");
      else expect(next).toContain("success");
    }
    await limited.settled();
  }
  const confirmations = async ({ creator }: TestUser) =>
    (await limited.sentMails()).filter(
      ({ to, subject }) => to.startsWith(creator.handle) && subject === "confirm-signup",
    );

  test.each([
    { what: "free orders", priceCents: 0, signUp: signUpVerified, ip: "203.0.113.7" },
    { what: "orders of the sandbox", priceCents: 900, signUp: signUpSeller, ip: "203.0.113.8" },
  ])(
    "limits the confirmation emails of one client's $what like those of signups, and completes all orders",
    async ({ priceCents, signUp, ip }) => {
      const maker = await signUp(limited);
      await orderAs(ip, maker, priceCents);
      expect(await confirmations(maker)).toHaveLength(3);
      const consents = await limited.sql`select marketing_consent_text is not null as agreed from orders
        where creator_id = ${maker.creator.id} and paid_at is not null`;
      expect(consents.filter(({ agreed }) => agreed)).toHaveLength(3);
      expect(consents).toHaveLength(6);
    },
  );
});
