import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { pipeline, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { type PublicNetwork, publicNetwork } from "./public-network.ts";

export type PublicRequest = {
  url: URL;
  /** The `Accept` header. */
  accept: string;
  /** Returns whether a media type, in lower case and without parameters, is read. */
  isExpected: (mediaType: string) => boolean;
  /** The maximum size of the body, both as sent and decompressed. */
  maxBytes: number;
  /** The time limit of everything from resolving the name to the last byte. */
  timeoutMs: number;
  signal: AbortSignal;
};
export type PublicResponse = {
  /** The URL after redirects. */
  url: URL;
  contentType: string;
  /** The decompressed body. Reading it fails at the limits of size and time. */
  body: AsyncIterable<Uint8Array>;
};

/** Requests a URL that a user has entered: public servers only, within bounds. Throws a `PublicFetchError`. */
export type PublicFetch = (request: PublicRequest) => Promise<PublicResponse>;

/** The failure of a request. Its message contains no part of the URL. */
export class PublicFetchError extends Error {
  override name = "PublicFetchError";
}

export const TOO_LARGE = "too large";
const MAX_REDIRECTS = 3;
const MAX_HEADER_BYTES = 16 * 1024;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Creates the only client for URLs of users. It sends no cookies and names this installation as the user agent. */
export function createPublicFetch({
  publicUrl,
  network = publicNetwork(),
}: {
  publicUrl: string;
  network?: PublicNetwork;
}): PublicFetch {
  const userAgent = `Tessera (+${publicUrl})`;
  return async ({ timeoutMs, ...request }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = AbortSignal.any([timeout, request.signal]);
    const reasonOf = (error: unknown) => {
      if (timeout.aborted) return "timed out";
      if (signal.aborted) return "cancelled";
      return describeNetworkError(error);
    };
    const toFetchError = (error: unknown) =>
      error instanceof PublicFetchError ? error : new PublicFetchError(reasonOf(error));
    try {
      const headers = { accept: request.accept, "accept-encoding": "gzip, br", "user-agent": userAgent };
      const { url, response } = await follow(request.url, { network, headers, signal });
      try {
        const contentType = checkHead(response, request.isExpected);
        const body = readBody(response, { maxBytes: request.maxBytes, signal, toFetchError });
        return { url, contentType, body };
      } catch (error) {
        response.destroy();
        throw error;
      }
    } catch (error) {
      throw toFetchError(error);
    }
  };
}

type Sent = { network: PublicNetwork; headers: Record<string, string>; signal: AbortSignal };

/** Follows redirects, and checks each URL like the first one. */
async function follow(start: URL, sent: Sent): Promise<{ url: URL; response: IncomingMessage }> {
  let url = start;
  for (let redirects = 0; ; redirects++) {
    const problem = sent.network.rejects(url);
    if (problem) throw new PublicFetchError(problem);
    const response = await send(url, sent);
    const { location } = response.headers;
    if (!REDIRECTS.has(response.statusCode ?? 0) || location === undefined) return { url, response };
    response.destroy();
    if (redirects === MAX_REDIRECTS) throw new PublicFetchError("too many redirects");
    if (!URL.canParse(location, url)) throw new PublicFetchError("an invalid redirect");
    url = new URL(location, url);
  }
}

function send(url: URL, { network, headers, signal }: Sent): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  const options = { agent: network.agentFor(url), headers, signal, maxHeaderSize: MAX_HEADER_BYTES };
  request(url, options, resolve).on("error", reject).end();
  return promise;
}

function checkHead({ statusCode, headers }: IncomingMessage, isExpected: (type: string) => boolean): string {
  if (statusCode !== 200) throw new PublicFetchError(`status ${statusCode}`);
  const contentType = headers["content-type"] ?? "";
  const mediaType = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (!isExpected(mediaType)) throw new PublicFetchError("another content type");
  return contentType;
}

type Bounds = { maxBytes: number; signal: AbortSignal; toFetchError: (error: unknown) => PublicFetchError };

async function* readBody(response: IncomingMessage, { maxBytes, signal, toFetchError }: Bounds) {
  try {
    for await (const chunk of limitSize(decompress(response, maxBytes), maxBytes)) {
      // Aborting the request does not stop the decompression of a body that has arrived.
      signal.throwIfAborted();
      yield chunk;
    }
  } catch (error) {
    throw toFetchError(error);
  } finally {
    response.destroy();
  }
}

const decoders = { gzip: createGunzip, "x-gzip": createGunzip, br: createBrotliDecompress };
const isEncoding = (name: string): name is keyof typeof decoders => Object.hasOwn(decoders, name);

function decompress(response: IncomingMessage, maxBytes: number): Readable {
  const encoding = response.headers["content-encoding"]?.trim().toLowerCase() || "identity";
  if (encoding === "identity") return response;
  if (!isEncoding(encoding)) throw new PublicFetchError("another content encoding");
  // Compressed bytes are limited as well, because they can decompress to nothing.
  const sent = (source: AsyncIterable<Uint8Array>) => limitSize(source, maxBytes);
  return pipeline(response, sent, decoders[encoding](), () => undefined);
}

async function* limitSize(source: AsyncIterable<Uint8Array>, maxBytes: number) {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw new PublicFetchError(TOO_LARGE);
    yield chunk;
  }
}

/** Returns the cause of a failed request. Messages of other errors can contain the host and its IP. */
export function describeNetworkError(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
