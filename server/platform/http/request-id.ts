import { randomBytes } from "node:crypto";

/** Differs between processes, so that ids are unique in the logs of several nodes. */
const PREFIX = randomBytes(6).toString("base64url");
let count = 0;

export function createRequestId(): string {
  count += 1;
  return `${PREFIX}-${count.toString(36)}`;
}

/** The header with the request's id in the log. Error responses have it, and pages that are not a shared copy. */
export const REQUEST_ID = "x-request-id";
