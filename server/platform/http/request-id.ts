import { randomBytes } from "node:crypto";

/** Differs between processes, so that ids are unique in the logs of several nodes. */
const PREFIX = randomBytes(6).toString("base64url");
let count = 0;

export function createRequestId(): string {
  count += 1;
  return `${PREFIX}-${count.toString(36)}`;
}

/** The header with the id that the request has in the log. Every error and every page that is not a shared copy has it. */
export const REQUEST_ID = "x-request-id";
