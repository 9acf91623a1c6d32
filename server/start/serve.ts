import cluster from "node:cluster";
import { paths } from "../../contract/rules/paths.ts";
import type { StartParts } from "../compose.ts";
import { type Config, readConfig } from "../config/config.ts";
import { loadEnvFile } from "../config/env-file.ts";
import type { NamedAdmin } from "../modules/accounts/index.ts";
import { createLog } from "../platform/log/index.ts";
import { onShutdownSignal } from "../platform/signals.ts";
import { paymentsLine } from "./payments-line.ts";
import { checkMachine, findWarnings } from "./preflight.ts";
import type { Started } from "./start-server.ts";
import { explainStartupError } from "./startup-error.ts";
import { databaseOfWorkers, reportReady } from "./worker.ts";

/** A shutdown that takes longer is cut off. */
const FORCE_EXIT_MS = 9_500;
const exitLate = () => setTimeout(() => process.exit(1), FORCE_EXIT_MS).unref();

/** Starts the server, and shuts it down gracefully on SIGTERM, on Ctrl-C or when its terminal closes. A second signal exits immediately. */
export async function serve(options: Pick<StartParts, "pages" | "texts">): Promise<void> {
  let stop: (() => Promise<void>) | undefined;
  const cutOff = new AbortController();
  ignoreClosedTerminal();
  if (cluster.isWorker) for (const name of TERMINAL_SIGNALS) process.on(name, () => {});
  onShutdownSignal(SIGNALS, {
    first() {
      if (stop) void stop().then(() => process.exit(0));
      else {
        exitLate();
        cutOff.abort();
      }
    },
    again: () => cluster.isWorker || process.exit(1),
  });

  let config: Config | undefined;
  try {
    const warnings = loadEnvFile();
    config = readConfig(process.env);
    const log = createLog({ level: config.logLevel, pretty: process.stdout.isTTY });
    if (cluster.isPrimary) {
      for (const warning of [...warnings, ...config.warnings]) log.warn(warning);
      await checkMachine(config);
      for (const warning of await findWarnings(config)) log.warn(warning);
    }
    const started = await start(config, { log, signal: cutOff.signal, ...options });
    stop = async () => {
      await started.drain();
      exitLate();
      try {
        await started.stop();
      } catch (error) {
        log.error({ err: error }, "graceful shutdown failed");
        process.exit(1);
      }
    };
    if (cutOff.signal.aborted) {
      await stop();
      process.exit(0);
    }
    await started.listen();
    if (cluster.isWorker) reportReady(started.admin);
    else announce(config, started);
  } catch (error) {
    // The start was cut off, and its database is stopped.
    if (cutOff.signal.aborted) process.exit(0);
    console.error(explainStartupError(error, config));
    await stop?.();
    process.exit(1);
  }
}

const TERMINAL_SIGNALS: NodeJS.Signals[] = ["SIGINT", "SIGHUP"];
/** In a worker only the first process's signal counts, because a terminal sends its signals to all processes. */
const SIGNALS: NodeJS.Signals[] = cluster.isWorker ? ["SIGTERM"] : ["SIGTERM", ...TERMINAL_SIGNALS];

/** Starts the product in this process, or with WORKERS in several. Each part is loaded only where it is used. */
async function start(config: Config, parts: StartParts): Promise<Started> {
  if (cluster.isPrimary && config.workers > 1 && parts.pages === "built") {
    const { startWorkers } = await import("./start-workers.ts");
    return startWorkers(config, parts);
  }
  const { startServer } = await import("./start-server.ts");
  return startServer(config, { ...parts, bundled: databaseOfWorkers(process.env) });
}

/** Ignores failed writes to a closed terminal: they must not end the process before the database is stopped. */
function ignoreClosedTerminal(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

function announce(config: Config, { admin, postgresVersion }: Started): void {
  console.log(`
  Tessera is open at  ${config.publicUrl}${config.seedDemo ? `\n  Demo page           ${config.publicUrl}/@demo` : ""}
  Mail                ${config.smtp ? `sent by ${config.smtp.host}` : `written to ${config.dataDir}/outbox; links are printed here`}
  Payments            ${paymentsLine(config)}
  Data                ${config.databaseUrl ? "the database of DATABASE_URL" : `${config.dataDir} (PostgreSQL ${postgresVersion})`}
${adminLines(admin, config)}`);
}

/** Returns lines that explain how the account of ADMIN_EMAIL becomes an administrator, while it is not one. */
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
