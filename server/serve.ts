import { setTimeout as delay } from "node:timers/promises";
import { paths } from "../contract/paths.ts";
import { compose, type Pages } from "./compose.ts";
import { type Config, readConfig } from "./config.ts";
import { loadEnvFile } from "./env-file.ts";
import type { NamedAdmin } from "./modules/accounts/index.ts";
import { createLog } from "./platform/log/index.ts";
import { isLiveKey } from "./platform/payments/live-key.ts";
import { onShutdownSignal } from "./platform/signals.ts";
import { checkMachine } from "./preflight.ts";
import { explainStartupError } from "./startup-error.ts";

/** A shutdown that takes longer is cut off. */
const FORCE_EXIT_MS = 9_500;
const exitLate = () => setTimeout(() => process.exit(1), FORCE_EXIT_MS).unref();

/** Starts the server, and shuts it down gracefully on SIGTERM, on Ctrl-C or when its terminal closes; a second signal exits immediately. */
export async function serve(options: { pages: Pages }): Promise<void> {
  let stop: (() => Promise<void>) | undefined;
  let isRequested = false;
  ignoreClosedTerminal();
  onShutdownSignal(["SIGTERM", "SIGINT", "SIGHUP"], {
    first() {
      isRequested = true;
      // A signal during the start takes effect once the start has finished.
      if (stop) void stop().then(() => process.exit(0));
      else exitLate();
    },
    again: () => process.exit(1),
  });

  let config: Config | undefined;
  try {
    const warnings = loadEnvFile();
    config = readConfig(process.env);
    const { drainMs } = config;
    const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY });
    for (const warning of warnings) log.warn(warning);
    await checkMachine(config);
    const {
      app,
      readiness,
      admin,
      postgresVersion,
      stop: stopAll,
    } = await compose(config, { log, ...options });
    stop = async () => {
      readiness.stopping = true;
      // The load balancer sends requests here until it has polled /readyz.
      if (app.server.listening) await delay(drainMs);
      exitLate();
      try {
        await stopAll();
      } catch (error) {
        log.error({ err: error }, "graceful shutdown failed");
        process.exit(1);
      }
    };
    if (isRequested) {
      await stop();
      process.exit(0);
    }
    await app.listen({ port: config.port, host: config.host });
    announce(config, admin, postgresVersion);
  } catch (error) {
    console.error(explainStartupError(error, config));
    await stop?.();
    process.exit(1);
  }
}

/** Ignores failed writes to a closed terminal: they must not end the process before the database is stopped. */
function ignoreClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

function announce(config: Config, admin: NamedAdmin | undefined, postgresVersion: string | undefined): void {
  console.log(`
  Tessera is open at  ${config.publicUrl}${config.seedDemo ? `\n  Demo page           ${config.publicUrl}/@demo` : ""}
  Mail                ${config.smtp ? `sent by ${config.smtp.host}` : `written to ${config.dataDir}/outbox; links are printed here`}
  Payments            ${paymentsLine(config)}
  Data                ${config.databaseUrl ? "the database of DATABASE_URL" : `${config.dataDir} (PostgreSQL ${postgresVersion})`}
${adminLines(admin, config)}`);
}

function paymentsLine({ stripe }: Config): string {
  if (!stripe) return "in the sandbox; no money moves, so anyone can take the Creator plan";
  return `by Stripe${isLiveKey(stripe.secretKey) ? "" : " in test mode"}; creators who have connected no account sell in a mock checkout`;
}

/** Logs how the account of ADMIN_EMAIL becomes an administrator, while it is not one. */
function adminLines(admin: NamedAdmin | undefined, { publicUrl }: Config): string {
  const intro = "  Administrator       ADMIN_EMAIL is not an administrator yet.";
  if (admin === "unknown") {
    return `${intro} Register with it at ${publicUrl}${paths.auth({ tab: "register" })},
                      then open the verification link in the same browser.
`;
  }
  if (admin === "unproven") {
    return `${intro} Set a new password for it: ${publicUrl}${paths.forgotPassword()}
                      (or sign in with it and open the verification link; or: npm run admin -- grant EMAIL)
`;
  }
  return "";
}
