import { ConfigError } from "./config.ts";

/** What a person can do something about in words; anything else in full. */
export function explainFailedStart(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") {
    return `${error.message}\nAnother program listens there. End it, or choose another PORT.`;
  }
  // The database's own codes (appendix A of its manual): who asks, or for what, is not known there. A bundled one has neither problem.
  if (/^(28|3D)/.test(code) || syscall === "connect") {
    return `The database of DATABASE_URL cannot be used: ${error.message}`;
  }
  // Our own refusals are plain errors in words; a stack tells a person nothing more.
  const ours = error instanceof ConfigError || error.constructor === Error;
  return ours || code === "EACCES" ? error.message : error;
}
