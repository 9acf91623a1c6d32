import { timingSafeEqual } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { unmapIPv4 } from "../net/ip.ts";
import type { DeriveToken } from "../tokens.ts";

/** The header of a request that an installation sends to its own PUBLIC_URL: a nonce, and its signature with the installation's secret. */
export const SELF_CHECK_HEADER = "x-tessera-self-check";

/** The additional fields of `/healthz` for such a request, which only an owner of the secret can send or respond to. */
export const SelfCheckResponse = z.object({
  proof: z.string(),
  /** The IP that the connection comes from. */
  peer: z.string(),
  /** Whether a proxy has reported the client's IP. */
  forwarded: z.boolean(),
  /** Whether that proxy is one of TRUST_PROXY. */
  trusted: z.boolean(),
});
export type SelfCheckResponse = z.infer<typeof SelfCheckResponse>;

export const signSelfCheck = (nonce: string, derive: DeriveToken) =>
  `${nonce}.${derive("self-check request", nonce)}`;
export const deriveSelfCheckProof = (nonce: string, derive: DeriveToken) =>
  derive("self-check answer", nonce);

/** Returns this process's view of a request by its own installation, or undefined for other requests. */
export function respondToSelfCheck(
  request: Pick<FastifyRequest, "headers" | "ips" | "socket">,
  derive: DeriveToken,
): SelfCheckResponse | undefined {
  const header = request.headers[SELF_CHECK_HEADER];
  const nonce = typeof header === "string" ? /^([0-9a-f]{32})\.[\w-]{43}$/.exec(header)?.[1] : undefined;
  if (nonce === undefined) return undefined;
  if (!timingSafeEqual(Buffer.from(String(header)), Buffer.from(signSelfCheck(nonce, derive))))
    return undefined;
  return {
    proof: deriveSelfCheckProof(nonce, derive),
    peer: unmapIPv4(request.socket.remoteAddress ?? ""),
    forwarded: request.headers["x-forwarded-for"] !== undefined,
    trusted: (request.ips?.length ?? 0) > 1,
  };
}
