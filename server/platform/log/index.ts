import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";

export type Log = Logger;

/** JSON lines on the standard output or where it is told, or coloured ones on a terminal. What a person must not read is removed before it is written. */
export function createLog(options: { level: string; pretty: boolean }, to?: DestinationStream): Log {
  const settings: LoggerOptions = {
    level: options.level,
    base: undefined,
    serializers: { err: describeError },
    redact: { paths: ["req.headers", "busboyOptions.headers", "password", "token", "email"], remove: true },
    ...(options.pretty
      ? {
          transport: {
            target: "pino-pretty",
            options: { ignore: "pid,hostname,reqId", translateTime: "HH:MM:ss" },
          },
        }
      : {}),
  };
  return to ? pino(settings, to) : pino(settings);
}

/** What helps to find a fault, and nothing else: drivers hang whole connections, queries and their parameters on their errors. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  // A failed query's own message repeats its parameters; what went wrong stands in its cause.
  const fault: Error & { code?: unknown } =
    "params" in error && error.cause instanceof Error ? error.cause : error;
  const { name, message, code, stack, cause } = fault;
  return { name, message, code, stack, ...(cause instanceof Error ? { cause: cause.message } : {}) };
}
