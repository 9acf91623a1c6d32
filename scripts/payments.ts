import { type Config, ConfigError, readConfig } from "../server/config/config.ts";
import { loadEnvFile } from "../server/config/env-file.ts";
import { loadOrCreateSecret } from "../server/config/secret.ts";
import { mollieAccounts } from "../server/platform/payments/adapters/mollie/mollie.ts";
import { ownAccess } from "../server/platform/payments/adapters/mollie/mollie-access.ts";
import { createMollieClient } from "../server/platform/payments/adapters/mollie/mollie-client.ts";
import { mollieSales } from "../server/platform/payments/adapters/mollie/mollie-sales.ts";
import { mollieTokens } from "../server/platform/payments/adapters/mollie/mollie-tokens.ts";
import { openMollie } from "../server/platform/payments/adapters/mollie/open-mollie.ts";
import { stripePayments } from "../server/platform/payments/adapters/stripe/stripe.ts";
import { createStripeClient } from "../server/platform/payments/adapters/stripe/stripe-client.ts";
import { stripeSales } from "../server/platform/payments/adapters/stripe/stripe-sales.ts";
import { isLiveKey } from "../server/platform/payments/live-key.ts";
import { withDatabase, withOpenDatabase } from "../server/start/installation.ts";
import { checkPayments } from "./payments/check.ts";
import { checkMollie } from "./payments/check-mollie.ts";
import { closePayments } from "./payments/close.ts";
import { formatStep, type Step } from "./payments/step.ts";
import { printResult } from "./print-result.ts";

const USAGE = `How to use it:
  npm run payments -- check          walks once through accounts, a payment page and webhook endpoints with the test keys of Stripe and Mollie
  npm run payments -- check --live   the same with live keys: it creates and closes an account, and takes no money
  npm run payments -- close          before you replace keys: closes the payments that buyers could still make with the current keys`;

const NO_KEYS = `None of STRIPE_SECRET_KEY, MOLLIE_API_KEY and MOLLIE_CLIENT_ID is set. Put a test key (sk_test_…, rk_test_… or test_…) into .env or the environment and repeat this.`;
const CLOSING =
  "Tessera reads their outcome within two minutes. Repeat this until no payment is open, and keep the keys until then.";
const CLOSED = "Replace the keys and restart now: buyers can start payments until then.";
const liveKey = (setting: string) =>
  `${setting} is a live key. Use a test key, or add --live: the check closes everything that it creates, and no money moves.`;

async function run(args: readonly string[]): Promise<{ text: string; ok: boolean }> {
  const [command, option, ...more] = args;
  if (command === "close" && option === undefined) return close();
  const isLiveAllowed = option === "--live";
  if (command !== "check" || (option !== undefined && !isLiveAllowed) || more.length > 0)
    return { text: USAGE, ok: false };
  loadEnvFile();
  const config: Config = readConfig(process.env);
  const { stripe, mollie, publicUrl } = config;
  if (!stripe && !mollie) return { text: NO_KEYS, ok: false };
  for (const [setting, key] of [
    ["STRIPE_SECRET_KEY", stripe?.secretKey],
    ["MOLLIE_API_KEY", mollie?.apiKey],
  ] as const) {
    if (key && isLiveKey(key) && !isLiveAllowed) return { text: liveKey(setting), ok: false };
  }
  const report = (step: Step) => console.log(formatStep(step));
  const steps: Step[] = [];
  if (stripe) steps.push(...(await checkStripe(stripe, { publicUrl, report })));
  if (mollie) steps.push(...(await checkMollieOf(mollie, { publicUrl, report })));
  const problems = steps.filter(({ verdict }) => verdict === "problem").length;
  const ok = problems === 0;
  return {
    text: ok
      ? "\nEverything that can be checked without a browser works. Please add what you saw to the table in docs/payments.md."
      : `\n${problems} of ${steps.length} steps need your attention.`,
    ok,
  };
}

/** Runs beside Tessera, which has the same keys and reads the results of the payments. */
async function close(): Promise<{ text: string; ok: boolean }> {
  loadEnvFile();
  const config = readConfig(process.env);
  const { stripe, mollie, dataDir } = config;
  const closings = await withDatabase(config, (url) =>
    withOpenDatabase({ url, maxConnections: 5 }, async (db) => {
      const secret = config.appSecret ?? (await loadOrCreateSecret(dataDir));
      const ofMollie = openMollie({ ...config, db, secret }).sales;
      return [
        ...(stripe ? [await closePayments(db, { ...stripeSales(stripe), provider: "stripe" })] : []),
        ...(mollie ? [await closePayments(db, { ...ofMollie, provider: "mollie" })] : []),
      ];
    }),
  );
  if (!closings) return { text: `There is no installation in ${dataDir}.`, ok: false };
  if (closings.length === 0) return { text: NO_KEYS, ok: false };
  const ok = closings.every(({ isDone }) => isDone);
  return {
    text: [...closings.map(({ step }) => formatStep(step)), ok ? CLOSED : CLOSING].join("\n"),
    ok,
  };
}

async function checkMollieOf(
  { apiKey, apiBase, app }: NonNullable<Config["mollie"]>,
  { publicUrl, report }: { publicUrl: string; report(step: Step): void },
): Promise<Step[]> {
  const { call } = createMollieClient({ apiBase });
  const live = apiKey === undefined || isLiveKey(apiKey);
  const accounts = mollieAccounts({ call, apiKey, live, app: undefined });
  const authorization = app ? { check: mollieTokens(app, apiBase).check } : null;
  const sales = mollieSales({ findAccess: ownAccess(apiKey), live, apiBase, publicUrl });
  console.log(`\nChecking Mollie in ${sales.mode} mode for ${publicUrl}\n`);
  return checkMollie({ accounts: { ...accounts, authorization }, sales, publicUrl, report });
}

async function checkStripe(
  stripe: NonNullable<Config["stripe"]>,
  { publicUrl, report }: { publicUrl: string; report(step: Step): void },
): Promise<Step[]> {
  const payments = stripePayments(stripe, { clock: { now: () => new Date() } });
  const client = createStripeClient(stripe);
  console.log(`Checking Stripe in ${payments.live ? "live" : "test"} mode for ${publicUrl}\n`);
  return checkPayments({
    payments,
    sales: stripeSales(stripe),
    publicUrl,
    secrets: stripe.webhookSecrets.length,
    listEndpoints: async () => (await payments.listWebhookEndpoints()) ?? [],
    closeAccount: async (id) => {
      await client.v2.core.accounts.close(id, { applied_configurations: ["merchant"] });
    },
    report,
  });
}

printResult(
  await run(process.argv.slice(2)).catch((error: unknown) => ({
    text: error instanceof ConfigError ? error.message : `Failed: ${error}`,
    ok: false,
  })),
);
