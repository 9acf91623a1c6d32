import { once } from "node:events";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { buffer } from "node:stream/consumers";
import { TLSSocket } from "node:tls";

export type OutsideResponse = {
  status: number;
  /** The target of a redirect. */
  location: string | undefined;
  body: string;
  tls: { protocol: string; validTo: Date } | undefined;
};

const WAIT_MS = 6_000;
const MAX_BYTES = 64 * 1024;

/**
 * Sends a GET over a new connection. Follows no redirect. Throws the error of DNS, connection or certificate.
 */
export async function fetchOutside(
  url: string,
  headers: Record<string, string>,
  maxBytes = MAX_BYTES,
): Promise<OutsideResponse> {
  const send = url.startsWith("https:") ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(WAIT_MS);
  const request = send(url, { headers, agent: false, signal });
  request.end();
  try {
    const [response] = (await once(request, "response")) as [IncomingMessage];
    const tls = readTls(response);
    return {
      status: response.statusCode ?? 0,
      location: response.headers.location,
      body: (await buffer(limit(response, maxBytes))).toString(),
      tls,
    };
  } catch (error) {
    if (signal.aborted) throw new Error(`no response within ${WAIT_MS / 1000} s`);
    // A host with several IPs causes an AggregateError with an error for each.
    throw error instanceof AggregateError ? error.errors[0] : error;
  } finally {
    request.destroy();
  }
}

/** Yields a body up to a maximum size and drops the rest. */
async function* limit(source: AsyncIterable<Buffer>, maxBytes: number) {
  let bytes = 0;
  for await (const chunk of source) {
    yield chunk;
    bytes += chunk.length;
    if (bytes >= maxBytes) return;
  }
}

function readTls({ socket }: IncomingMessage): OutsideResponse["tls"] {
  if (!(socket instanceof TLSSocket)) return undefined;
  const validTo = new Date(socket.getPeerCertificate().valid_to);
  return { protocol: socket.getProtocol() ?? "TLS", validTo };
}
