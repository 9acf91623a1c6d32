import type { NamedAdmin } from "../modules/accounts/index.ts";

/** The variable by which a worker learns the URL of the bundled database, which the first process has started. */
const DATABASE_VARIABLE = "TESSERA_WORKER_DATABASE";
type Bundled = { url: string };

/** Returns the environment variables that a worker has in addition to those of the first process. */
export const variablesFor = (bundled: Bundled | undefined) =>
  bundled ? { [DATABASE_VARIABLE]: bundled.url } : {};

/** Returns the bundled database that the first process has started for this worker. */
export function databaseOfWorkers(env: Record<string, string | undefined>): Bundled | undefined {
  const url = env[DATABASE_VARIABLE];
  return url === undefined ? undefined : { url };
}

/** A worker's message when it listens. */
export type Ready = { ready: NamedAdmin | null };
export const isReady = (message: unknown): message is Ready =>
  typeof message === "object" && message !== null && "ready" in message;

/** Reports to the first process that this worker listens. */
export function reportReady(admin: NamedAdmin | undefined): void {
  const message: Ready = { ready: admin ?? null };
  process.send?.(message);
}
