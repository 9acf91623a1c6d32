/** PostgreSQL's codes for temporary failures: starting, stopping, too many clients, timeouts, and a server that is not the primary yet (appendix A of its manual). */
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
  "25006",
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
  /Connection terminated|timeout exceeded when trying to connect|^timeout expired$|Client has encountered a connection error|Query read timeout|Client was closed/;

/** The codes of a deadlock and a serialization failure, after which PostgreSQL aborts one of the transactions. */
const COLLISIONS = new Set(["40P01", "40001"]);

/** Returns true when a retry of the transaction may succeed. */
export function isRetryableTransactionError(error: unknown): boolean {
  return COLLISIONS.has(databaseCause(error)?.code ?? "");
}

/** Returns true when the database is unavailable, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = String(databaseCause(error)?.code ?? "");
  return UNAVAILABLE.has(code) || COLLISIONS.has(code) || code.startsWith("08") || isConnectionLost(error);
}

/** Returns true when a lock was not granted within `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return databaseCause(error)?.code === "55P03";
}

/** Returns true when the connection cannot be used after this error: it is closed, or a response timed out. */
export function isConnectionLost(error: unknown): boolean {
  const root = databaseCause(error);
  if (!root) return false;
  const code = String(root.code ?? "");
  const network =
    NETWORK.has(code) && "syscall" in root && root.syscall !== "open" && root.syscall !== "stat";
  // Class 08 is sent by a pooler that lost its connection to the server, or could not open one. The pooler then closes our connection.
  return network || /^(57P0|08)/.test(code) || TEXTS.test(root.message);
}

/** Returns the constraint that an insert or update violated, if that is the error. */
export function violatedConstraint(error: unknown): string | undefined {
  const root = databaseCause(error);
  const code = root?.code;
  return code === "23505" || code === "23503" || code === "23514" ? root?.constraint : undefined;
}

/** Returns a rejection handler that replaces the error of a violated constraint. */
export const onViolation = (constraint: string, toError: () => Error) => (error: unknown) => {
  throw violatedConstraint(error) === constraint ? toError() : error;
};

type Cause = Error & { code?: string; constraint?: string; syscall?: string };

/** Returns the driver's error, which Drizzle wraps as the cause. */
function databaseCause(error: unknown): Cause | undefined {
  let current: unknown = error;
  for (let depth = 0; current instanceof Error && depth < 5; depth++) {
    // A host name with several IPs causes one error per IP.
    const next = current instanceof AggregateError ? current.errors[0] : current.cause;
    if (!(next instanceof Error)) return current as Cause;
    current = next;
  }
  return undefined;
}
