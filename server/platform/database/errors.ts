/** PostgreSQL's own words for "not now": starting, stopping, too many clients, time-outs. Codes: appendix A of its manual. */
const UNAVAILABLE = new Set([
  "57P01",
  "57P02",
  "57P03",
  "53300",
  "53400",
  "58030",
  "53100",
  "57014",
  "55P03",
  "25P03",
]);
const NETWORK = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOENT",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
const TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed/;

/** Two transactions that waited for each other, or saw each other's changes too late: PostgreSQL ended one of them. */
const COLLISIONS = new Set(["40P01", "40001"]);

/** True when the same transaction, begun again, may well succeed. */
export function isRetryableTransactionError(error: unknown): boolean {
  return COLLISIONS.has(databaseCause(error)?.code ?? "");
}

/** True when the database itself could not answer, so that a repeat may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = String(databaseCause(error)?.code ?? "");
  return UNAVAILABLE.has(code) || COLLISIONS.has(code) || code.startsWith("08") || isConnectionLost(error);
}

/** True when nothing more can be asked over the connection that gave this error: it broke, or no answer came. */
export function isConnectionLost(error: unknown): boolean {
  const root = databaseCause(error);
  if (!root) return false;
  const code = String(root.code ?? "");
  const network =
    NETWORK.has(code) && "syscall" in root && root.syscall !== "open" && root.syscall !== "stat";
  return network || code.startsWith("57P0") || TEXTS.test(root.message);
}

/** The constraint that an insert or update broke, if that is what happened. */
export function violatedConstraint(error: unknown): string | undefined {
  const root = databaseCause(error);
  const code = root?.code;
  return code === "23505" || code === "23503" || code === "23514" ? root?.constraint : undefined;
}

type Cause = Error & { code?: string; constraint?: string; syscall?: string };

/** Drizzle wraps the driver's error as its cause. */
function databaseCause(error: unknown): Cause | undefined {
  let current: unknown = error;
  for (let depth = 0; current instanceof Error && depth < 5; depth++) {
    // Several addresses of one name, all of them dead.
    const next = current instanceof AggregateError ? current.errors[0] : current.cause;
    if (!(next instanceof Error)) return current as Cause;
    current = next;
  }
  return undefined;
}
