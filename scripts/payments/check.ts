import { randomUUID } from "node:crypto";
import { sentence } from "../../contract/texts.ts";
import type { Payments, PayoutAccount, WebhookEndpoint } from "../../server/platform/payments/port.ts";
import { type Sales, SellerUnavailable } from "../../server/platform/payments/sales.ts";
import { checkEndpoints } from "../../server/platform/payments/stripe-endpoints.ts";
import { checkedPayment, startAndRead } from "./checked-payment.ts";
import { recordSteps, type Step } from "./step.ts";

export type CheckParts = {
  payments: Payments;
  sales: Sales;
  publicUrl: string;
  /** The number of webhook secrets. */
  secrets: number;
  listEndpoints(): Promise<readonly WebhookEndpoint[]>;
  /** Closes the account created by the check. */
  closeAccount(id: string): Promise<void>;
  /** Called after each step. */
  report(step: Step): void;
};

const CONNECT_ADVICE =
  "If creators are to sell on their own accounts, sign up for Connect: https://dashboard.stripe.com/connect. For sales on your own account alone this is not needed.";

/** Tries the requirements of sales at Stripe step by step, and returns each result. */
export async function checkPayments(parts: CheckParts): Promise<Step[]> {
  const { payments, publicUrl, report } = parts;
  const { steps, add, attempt } = recordSteps(report);

  const own = await attempt(
    "Your account",
    "Check STRIPE_SECRET_KEY. A restricted key needs the permission to read the account.",
    () => checkOwn(payments),
  );
  const account = await attempt("New connected account", CONNECT_ADVICE, () =>
    checkAccount(payments, { publicUrl, country: own?.country ?? "DE" }),
  );
  if (account) {
    await attempt("Onboarding link", CONNECT_ADVICE, async () => {
      const url = await payments.createOnboardingLink({
        accountId: account.id,
        kind: "connected",
        returnUrl: publicUrl,
        refreshUrl: publicUrl,
        ready: false,
      });
      return [url, `${url} (open it to see the onboarding; it works once)`];
    });
    await attempt("Session for Stripe's forms in the settings", CONNECT_ADVICE, async () => {
      const session = await payments.createEmbeddedSession(account.id);
      if (!session) throw new Error("no session");
      return [session, "created"];
    });
    await attempt(
      "Sale on an account that cannot sell yet",
      "Tessera would not tell buyers why the payment fails. Please report the message.",
      () => checkRejection(parts, account.id),
    );
  } else {
    add({ name: "Connected account", verdict: "skipped", seen: "there is none to try" });
  }
  await attempt(
    "Payment page on your account",
    "Complete your account at https://dashboard.stripe.com/ and check the permissions of the key for Checkout Sessions.",
    () => checkSale(parts),
  );
  const endpoints = await checkEndpoints(parts);
  for (const { name, verdict, seen, advice } of endpoints)
    add({ name: sentence(name), verdict, seen: sentence(seen), ...(advice && { advice: sentence(advice) }) });
  // Without a look at each endpoint, the number of secrets says nothing.
  if (endpoints.every(({ id }) => id !== "webhook_endpoints")) add(countSecrets(parts.secrets));
  if (account) {
    await attempt("Test account is closed", `Close ${account.id} in Stripe's dashboard.`, async () => {
      await parts.closeAccount(account.id);
      const after = await payments.readAccount(account.id);
      if (after && after !== "closed") throw new Error("it is still open");
      return [true, account.id];
    });
  }
  return steps;
}

const SECRETS = ["STRIPE_WEBHOOK_SECRET", "STRIPE_CONNECT_WEBHOOK_SECRET"];

function countSecrets(secrets: number): Step {
  const name = "Webhook secrets";
  if (secrets >= SECRETS.length) return { name, verdict: "ok", seen: `${secrets} are set` };
  return {
    name,
    verdict: "problem",
    seen: `${secrets} of ${SECRETS.length} are set`,
    advice: `Copy the signing secret of each endpoint into ${SECRETS.join(" and ")}.`,
  };
}

async function checkOwn(payments: Payments): Promise<[PayoutAccount, string]> {
  const own = await payments.readOwnAccount();
  if (!own) throw new Error("there are no keys");
  const { id, country, canSell, restriction } = own;
  if (!canSell)
    throw new Error(`${id} in ${country}: Stripe takes no charges for it (charges_enabled is false)`);
  const seen = restriction ? "not activated: test payments work, live ones do not yet" : "takes charges";
  return [own, `${id} in ${country}, ${seen}`];
}

async function checkAccount(
  payments: Payments,
  { publicUrl, country }: { publicUrl: string; country: string },
): Promise<[PayoutAccount, string]> {
  const reference = randomUUID();
  const account = await payments.createAccount({
    owner: "check",
    reference,
    email: "check@example.com",
    displayName: "Tessera check",
    pageUrl: publicUrl,
    country,
    idempotencyKey: `check-${reference}`,
  });
  const { currentlyDue } = account.requirements;
  const due = currentlyDue.join(", ") || "nothing";
  return [
    account,
    `${account.id} in ${account.country}, full dashboard, Stripe collects fees and losses; due: ${due}`,
  ];
}

async function checkRejection(parts: CheckParts, account: string): Promise<[boolean, string]> {
  try {
    const { id } = await parts.sales.startPayment(checkedPayment({ ...parts, account }));
    await parts.sales.closePayment({ account, id });
    return [true, "Stripe allows the page; the account's own checks apply when it is paid"];
  } catch (error) {
    if (error instanceof SellerUnavailable) return [true, `refused as expected: ${error.message}`];
    throw error;
  }
}

async function checkSale(parts: CheckParts): Promise<[boolean, string]> {
  const { sales } = parts;
  const ref = await startAndRead(sales, checkedPayment({ ...parts, account: null }));
  if (!(await sales.closePayment(ref))) throw new Error(`${ref.id} cannot be closed`);
  const after = await sales.readPayment(ref);
  if (after?.status !== "expired") throw new Error(`${ref.id} is ${after?.status} after it was closed`);
  return [true, `${ref.id} was created, read back and closed`];
}
