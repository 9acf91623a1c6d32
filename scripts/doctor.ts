import type { Finding } from "../contract/api/system.ts";
import { Email } from "../contract/rules/fields.ts";
import { emailOf } from "../contract/rules/meanings.ts";
import { DEFAULT_PROVIDER } from "../contract/rules/order-states.ts";
import { type Config, ConfigError, readConfig } from "../server/config/config.ts";
import { loadEnvFile } from "../server/config/env-file.ts";
import { loadOrCreateSecret } from "../server/config/secret.ts";
import type { Installation } from "../server/modules/system/check.ts";
import { checkInstallation } from "../server/modules/system/run-checks.ts";
import { systemClock } from "../server/platform/clock/index.ts";
import { type Database, openDatabase } from "../server/platform/database/index.ts";
import { isDirect } from "../server/platform/database/pooler.ts";
import { readQueues } from "../server/platform/jobs/adapters/pg-boss-queues.ts";
import { openMail } from "../server/platform/mail/open.ts";
import { openProviders } from "../server/platform/openid/open.ts";
import { openMollie } from "../server/platform/payments/adapters/mollie/open-mollie.ts";
import { stripePayments } from "../server/platform/payments/adapters/stripe/stripe.ts";
import { createTokenDeriver } from "../server/platform/tokens.ts";
import { openFiles, silent, withDatabase } from "../server/start/installation.ts";

const USAGE = `How to use it:
  npm run doctor                checks the installation, whether Tessera runs or not
  npm run doctor -- EMAIL       the same, and sends a test email to this address
  npm run doctor -- --strict    the same, and exits with 2 if there are warnings
  npm run doctor -- --quiet     prints only faults, or nothing, for cron; with --strict also warnings

It exits with 1 if there is a fault, or if it cannot check.`;

const LABELS: Record<Finding["verdict"], string> = { ok: "ok      ", warning: "warning ", fault: "FAULT   " };

/** Findings about settings are printed, too. */
type Shown = Omit<Finding, "id">;

/** The functions of the built-in sandbox that the checks use. */
const sandbox = {
  provider: DEFAULT_PROVIDER,
  mode: "sandbox" as const,
  live: false,
  verifyEvent: null,
  findOffer: async () => undefined,
  listUndelivered: async () => [],
  listWebhookEndpoints: async () => null,
};

type Databases = { db: Database; directUrl: string };

async function describe(config: Config, { db, directUrl }: Databases): Promise<Installation> {
  const { stripe } = config;
  const secret = config.appSecret ?? (await loadOrCreateSecret(config.dataDir));
  return {
    settings: config,
    db,
    isDirect: () => isDirect(directUrl),
    clock: systemClock,
    derive: createTokenDeriver(secret),
    openMail: () => openMail(config),
    openProviders: () => openProviders(config),
    openStorage: () => openFiles(config),
    openPayments: async () => (stripe ? stripePayments(stripe, { clock: systemClock }) : sandbox),
    openOtherProviders: async () => [openMollie({ ...config, db, secret }).accounts],
    readQueues: () => readQueues({ executeSql: (text, values) => db.$client.query(text, values) }),
  };
}

/** Returns the exit code. */
async function run(args: readonly string[]): Promise<0 | 1 | 2> {
  const isStrict = args.includes("--strict");
  const isQuiet = args.includes("--quiet");
  const [typed, ...more] = args.filter((arg) => arg !== "--strict" && arg !== "--quiet");
  const mailTo = typed && emailOf(typed);
  const say = (text: string) => isQuiet || console.log(text);
  const isShown = ({ verdict }: Shown) =>
    !isQuiet || verdict === "fault" || (isStrict && verdict === "warning");
  if (more.length > 0 || (mailTo !== undefined && !Email.safeParse(mailTo).success)) {
    console.error(USAGE);
    return 1;
  }
  const unknownSettings = loadEnvFile();
  const config = readConfig(process.env);
  say(`Checking Tessera at ${config.publicUrl}\n`);
  const warnings = [...unknownSettings, ...config.warnings].map(
    (seen): Shown => ({
      name: "Settings",
      verdict: "warning",
      seen,
      advice: "Correct or remove the setting.",
    }),
  );
  warnings.filter(isShown).forEach(print);
  const findings = await withDatabase(config, async (directUrl) => {
    const url = config.databaseUrl ?? directUrl;
    const isPooled = config.isDatabasePooled;
    const db = openDatabase({ url, log: silent, maxConnections: 4, isPooled });
    try {
      const installation = await describe(config, { db, directUrl });
      return await checkInstallation(installation, mailTo === undefined ? {} : { mailTo });
    } finally {
      await db.$client.end();
    }
  });
  if (!findings) {
    console.error(
      `There is no installation in ${config.dataDir}. Start Tessera first, or set DATA_DIR to its folder.`,
    );
    return 1;
  }
  findings.filter(isShown).forEach(print);
  const count = (verdict: Finding["verdict"]) => findings.filter((found) => found.verdict === verdict).length;
  const warningCount = count("warning") + warnings.length;
  say(`\nFaults: ${count("fault")}. Warnings: ${warningCount}.`);
  if (count("fault") > 0) return 1;
  return isStrict && warningCount > 0 ? 2 : 0;
}

function print({ name, verdict, seen, advice }: Shown): void {
  console.log(`${LABELS[verdict]}${name}: ${seen}${advice === null ? "" : `\n          → ${advice}`}`);
}

const code = await run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(
    error instanceof ConfigError
      ? error.message
      : `The check could not start: ${error instanceof Error ? error.message : error}`,
  );
  return 1 as const;
});
// Connections of checks that timed out would keep the process running.
process.exit(code);
