import { randomBytes } from "node:crypto";

/** Returns ids that differ between processes, so that they are unique in the logs of several nodes. */
const PREFIX = randomBytes(6).toString("base64url");
let count = 0;

export function createRequestId(): string {
  count += 1;
  return `${PREFIX}-${count.toString(36)}`;
}

/** The header of the id, in every response to an error and in every page that is no shared copy: that of the lines of the request in the log. */
export const REQUEST_ID = "x-request-id";
