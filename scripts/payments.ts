import { type Config, ConfigError, readConfig } from "../server/config/config.ts";
import { loadEnvFile } from "../server/config/env-file.ts";
import { stripePayments } from "../server/platform/payments/adapters/stripe.ts";
import { createStripeClient } from "../server/platform/payments/adapters/stripe-client.ts";
import { stripeSales } from "../server/platform/payments/adapters/stripe-sales.ts";
import { checkPayments } from "./payments/check.ts";
import { formatStep } from "./payments/step.ts";

const USAGE = `How to use it:
  npm run payments -- check          walks once through accounts, a payment page and webhook endpoints with Stripe's test keys
  npm run payments -- check --live   the same with live keys: it creates and closes an account, and takes no money`;

const NO_KEYS = `STRIPE_SECRET_KEY is not set. Put a test key (sk_test_… or rk_test_…) into .env or the environment and repeat this.`;
const LIVE = `STRIPE_SECRET_KEY is a live key. Use a test key, or add --live: an account is created and closed then, and no money moves.`;

async function run(args: readonly string[]): Promise<{ text: string; ok: boolean }> {
  const [command, option, ...more] = args;
  const isLiveAllowed = option === "--live";
  if (command !== "check" || (option !== undefined && !isLiveAllowed) || more.length > 0)
    return { text: USAGE, ok: false };
  loadEnvFile();
  const { stripe, publicUrl }: Config = readConfig(process.env);
  if (!stripe) return { text: NO_KEYS, ok: false };
  const payments = stripePayments(stripe, { clock: { now: () => new Date() } });
  if (payments.live && !isLiveAllowed) return { text: LIVE, ok: false };
  const client = createStripeClient(stripe);
  console.log(`Checking Stripe in ${payments.live ? "live" : "test"} mode for ${publicUrl}\n`);
  const steps = await checkPayments({
    payments,
    sales: stripeSales(stripe),
    publicUrl,
    secrets: stripe.webhookSecrets.length,
    listEndpoints: async () => (await payments.listWebhookEndpoints()) ?? [],
    closeAccount: async (id) => {
      await client.v2.core.accounts.close(id, { applied_configurations: ["merchant"] });
    },
    report: (step) => console.log(formatStep(step)),
  });
  const problems = steps.filter(({ verdict }) => verdict === "problem").length;
  const ok = problems === 0;
  return {
    text: ok
      ? "\nEverything that can be checked without a browser works. Please add what you saw to the table in docs/payments.md."
      : `\n${problems} of ${steps.length} steps need your attention.`,
    ok,
  };
}

const result = await run(process.argv.slice(2)).catch((error: unknown) => ({
  text: error instanceof ConfigError ? error.message : `The check failed: ${error}`,
  ok: false,
}));
if (result.ok) console.log(result.text);
else console.error(result.text);
process.exitCode = result.ok ? 0 : 1;
