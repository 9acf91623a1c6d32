import { randomBytes } from "node:crypto";

/** Returns ids that differ between processes, so that they are unique in the logs of several nodes. */
const PREFIX = randomBytes(6).toString("base64url");
let count = 0;

export function createRequestId(): string {
  count += 1;
  return `${PREFIX}-${count.toString(36)}`;
}
