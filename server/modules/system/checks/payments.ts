import { max } from "drizzle-orm";
import type { Finding } from "../../../../contract/system.ts";
import { checkEndpoints } from "../../../platform/payments/webhook-endpoints.ts";
import { paymentEvents } from "../../billing/index.ts";
import { type Check, fault, type Installation, ok, warning } from "../check.ts";

const NAME = "Payments";
const KEY =
  "Check STRIPE_SECRET_KEY, and whether this machine may connect to Stripe. A restricted key needs the permissions that docs/payments.md lists.";

/** Asks the provider for the plan's product, and for the endpoints of its events. */
export const paymentsCheck: Check = {
  name: NAME,
  advice: KEY,
  async run(installation) {
    const { settings, openPayments } = installation;
    const payments = await openPayments();
    if (payments.mode === "sandbox") {
      const seen = "the built-in sandbox: no money moves, and anyone can take the Creator plan for free";
      return [
        warning({ name: NAME, seen, advice: "To take money, set STRIPE_SECRET_KEY (docs/payments.md)." }),
      ];
    }
    const { stripeProductId, publicUrl } = settings;
    const offer = await payments.findOffer(stripeProductId);
    const mode = payments.live ? "live" : "test";
    if (!offer) {
      const advice = `Create the product with a recurring price, or set STRIPE_PRODUCT_ID to yours.`;
      return [
        fault({ name: NAME, seen: `the provider has no product ${stripeProductId} in ${mode} mode`, advice }),
      ];
    }
    const seen = `the key works in ${mode} mode, and the Creator plan can be bought`;
    const main = payments.live
      ? ok({ name: NAME, seen })
      : warning({ name: NAME, seen, advice: "To take money, use live keys." });
    const listEndpoints = async () => (await payments.listWebhookEndpoints()) ?? [];
    const endpoints = await checkEndpoints({ publicUrl, listEndpoints });
    return [
      main,
      ...endpoints.map(toFinding),
      await checkEvents(installation, payments.verifyEvent !== null),
    ];
  },
};

/** Without the first endpoint nothing arrives; the second is needed only where creators sell on their own accounts. */
function toFinding(
  { name, verdict, seen, advice = "" }: Awaited<ReturnType<typeof checkEndpoints>>[number],
  index: number,
): Finding {
  if (verdict === "ok") return ok({ name, seen });
  return (verdict === "problem" && index === 0 ? fault : warning)({ name, seen, advice });
}

async function checkEvents({ db }: Installation, hasSecret: boolean): Promise<Finding> {
  const name = "Payment events";
  if (!hasSecret) {
    const advice =
      "Set STRIPE_WEBHOOK_SECRET to the signing secret of the webhook endpoint (docs/payments.md).";
    return fault({ name, seen: "no secret is set: events of the provider are refused", advice });
  }
  const [row] = await db.select({ last: max(paymentEvents.receivedAt) }).from(paymentEvents);
  if (row?.last) return ok({ name, seen: `the last one arrived at ${row.last.toISOString()}` });
  const advice =
    "Send a test event from the provider's dashboard. If it fails there, the response has the reason.";
  return warning({ name, seen: "none has arrived yet", advice });
}
