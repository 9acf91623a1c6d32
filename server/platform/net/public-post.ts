import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { describeNetworkError, PublicFetchError } from "./public-fetch.ts";
import { type PublicNetwork, publicNetwork } from "./public-network.ts";

export type PublicMessage = {
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The time limit of everything from resolving the name to the last byte. */
  timeoutMs: number;
  /** More of the response is not read. */
  maxBytes: number;
  signal: AbortSignal;
};
export type PublicAnswer = { status: number; retryAfter: string | undefined; text: string };

/** Posts to URLs that users have entered: public servers over https only, within bounds and without redirects. */
export type PublicPost = {
  /** Returns why a URL must not be requested, or undefined. Names are checked when they are resolved, for each connection. */
  rejects(url: URL): string | undefined;
  /** Throws a `PublicFetchError` if no complete response arrives in time. */
  send(message: PublicMessage): Promise<PublicAnswer>;
};

const MAX_HEADER_BYTES = 16 * 1024;

/** Creates the client for messages to programs of users. It connects like the client for pages. */
export function createPublicPost({
  publicUrl,
  network = publicNetwork(),
}: {
  publicUrl: string;
  network?: PublicNetwork;
}): PublicPost {
  const rejects = (url: URL) => (url.protocol === "https:" ? network.rejects(url) : "not https");
  return {
    rejects,
    async send({ url, headers, body, timeoutMs, maxBytes, signal: cancelled }) {
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([timeout, cancelled]);
      try {
        const problem = rejects(url);
        if (problem) throw new PublicFetchError(problem);
        const agent = network.agentFor(url);
        const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
        const options = {
          method: "POST",
          agent,
          signal,
          maxHeaderSize: MAX_HEADER_BYTES,
          headers: {
            ...headers,
            "content-length": Buffer.byteLength(body),
            "user-agent": `Tessera (+${publicUrl})`,
          },
        };
        request(url, options, resolve)
          .on("error", reject)
          .on("close", () => reject(new PublicFetchError("connection closed")))
          .end(body);
        const response = await promise;
        const text = await readStart(response, maxBytes);
        return { status: response.statusCode ?? 0, retryAfter: response.headers["retry-after"], text };
      } catch (error) {
        if (error instanceof PublicFetchError) throw error;
        if (timeout.aborted) throw new PublicFetchError("timed out");
        throw new PublicFetchError(cancelled.aborted ? "cancelled" : describeNetworkError(error));
      }
    },
  };
}

/** Reads the body up to a size, and closes the connection. Compressed bytes are not decompressed. */
async function readStart(response: IncomingMessage, maxBytes: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of response) {
      parts.push(part);
      size += part.length;
      if (size >= maxBytes) break;
    }
  } finally {
    response.destroy();
  }
  return Buffer.concat(parts).subarray(0, maxBytes).toString("utf8");
}
