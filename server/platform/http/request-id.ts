import { randomBytes } from "node:crypto";

/** Differs between processes, so that the log of several nodes has each id once. */
const PREFIX = randomBytes(6).toString("base64url");
let count = 0;

export function createRequestId(): string {
  count += 1;
  return `${PREFIX}-${count.toString(36)}`;
}
