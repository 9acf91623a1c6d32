import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { isConnectionLost } from "../database/errors.ts";

export type Log = Logger;

/** Creates a logger that writes JSON lines to standard output (or `to`), or coloured lines to a terminal. Personal data and secrets are removed first. */
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

/** Matches codes of the system's network and disk, and of a database that is unavailable or full. Their cause is outside the product, so a stack would not explain it. */
const OUTSIDE = /^(E(?!RR_)[A-Z]+|08\w{3}|53\w{3}|57P\d\d)$/;

/** Returns only the fields of an error that help to find the cause. Drivers attach connections, queries and parameters to their errors. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  // The message of a failed query repeats its parameters. The cause has the reason.
  const fault: Error & { code?: unknown } =
    "params" in error && error.cause instanceof Error ? error.cause : error;
  const { name, message, code, cause } = fault;
  const stack = OUTSIDE.test(String(code)) || isConnectionLost(fault) ? undefined : fault.stack;
  return { name, message, code, stack, ...(cause instanceof Error ? { cause: cause.message } : {}) };
}
