import type { ServerResponse } from "node:http";

/** Returns a signal that is aborted when the client closes the connection, unlike `request.signal`, which is aborted once the body has been read. */
export function untilClosed(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  return closed.signal;
}
