import { connectRoutes } from "../../contract/api/connect.ts";
import { isPublicHost } from "../../server/platform/net/public-host.ts";
import type { AccountProvider } from "../../server/platform/payments/port.ts";
import type { Sales } from "../../server/platform/payments/sales.ts";
import { checkedPayment, startAndRead } from "./checked-payment.ts";
import { recordSteps, type Step } from "./step.ts";

type CheckParts = {
  accounts: Pick<AccountProvider, "offers" | "readOwnAccount"> & {
    authorization: Pick<NonNullable<AccountProvider["authorization"]>, "check"> | null;
  };
  sales: Sales;
  publicUrl: string;
  /** Called after each step. */
  report(step: Step): void;
};

/** Tries the requirements of sales at Mollie step by step, and returns each result. */
export async function checkMollie({ accounts, sales, publicUrl, report }: CheckParts): Promise<Step[]> {
  const { steps, add, attempt } = recordSteps(report);
  const { authorization } = accounts;
  if (authorization) {
    const returnUrl = publicUrl + connectRoutes.callback.path.replace(":provider", "mollie");
    await attempt(
      "Mollie: the app for creators' accounts",
      `Check MOLLIE_CLIENT_ID and MOLLIE_CLIENT_SECRET. The app's redirect URL at Mollie must be ${returnUrl}.`,
      async () => {
        await authorization.check();
        return [undefined, `Mollie knows it; its redirect URL there must be ${returnUrl}`];
      },
    );
  }
  if (!accounts.offers.includes("own")) {
    const seen = "MOLLIE_API_KEY is not set, so that creators sell in live mode and no payment can be tried";
    add({ name: "Mollie: your profile", verdict: "skipped", seen });
    return steps;
  }
  await attempt(
    "Mollie: your profile",
    "Check MOLLIE_API_KEY, and complete the profile at Mollie.",
    async () => {
      const own = await accounts.readOwnAccount();
      if (!own?.canSell) throw new Error(`${own?.id} takes no payments: ${own?.restriction?.code}`);
      return [own, `${own.id} takes payments in ${sales.mode} mode`];
    },
  );
  await attempt(
    "Mollie: payment page",
    "Switch on a payment method for the profile: https://my.mollie.com/dashboard/settings/profiles.",
    () => checkPayment(sales, publicUrl),
  );
  if (!isPublicHost(new URL(publicUrl).hostname)) {
    const advice =
      "Payments are found by the buyer's return and by regular reads until PUBLIC_URL is a public address.";
    add({ name: "Mollie: notices", verdict: "skipped", seen: `Mollie cannot reach ${publicUrl}`, advice });
  }
  return steps;
}

async function checkPayment(sales: Sales, publicUrl: string): Promise<[string, string]> {
  const ref = await startAndRead(sales, checkedPayment({ publicUrl, account: null, allowLate: true }));
  const isClosed = await sales.closePayment(ref);
  const end = isClosed ? "cancelled" : "left to expire, because Mollie does not cancel it";
  return [ref.id, `${ref.id} was created, read back and ${end}`];
}
