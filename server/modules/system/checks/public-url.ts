import { randomBytes } from "node:crypto";
import proxyAddr from "@fastify/proxy-addr";
import type { Message } from "../../../../contract/texts.ts";
import {
  deriveSelfCheckProof,
  SELF_CHECK_HEADER,
  SelfCheckResponse,
  signSelfCheck,
} from "../../../platform/http/self-check.ts";
import { parseJson } from "../../../platform/json.ts";
import { isLoopback } from "../../../platform/loopback.ts";
import { isCertificateError } from "../../../platform/net/certificate-error.ts";
import { type Check, type Found, fault, type Installation, ok, warning } from "../check.ts";
import { fetchOutside, type OutsideResponse } from "../fetch-outside.ts";
import { publicUrlMessages as messages } from "./public-url-messages.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Certificates are usually renewed a month before they expire. With fewer days than this left, the renewal is late. */
const RENEWAL_DAYS = 14;
const URGENT_DAYS = 7;

/**
 * Requests PUBLIC_URL like a visitor. The response proves that this installation answered, and shows how a
 * proxy changed the request.
 */
export const publicUrlCheck: Check = {
  id: "public_url",
  name: messages.name,
  advice: messages.advice,
  async run({ settings, derive, clock }) {
    const { publicUrl, trustProxy } = settings;
    const nonce = randomBytes(16).toString("hex");
    let response: OutsideResponse;
    try {
      response = await fetchOutside(`${publicUrl}/healthz`, {
        [SELF_CHECK_HEADER]: signSelfCheck(nonce, derive),
      });
    } catch (error) {
      return [explainFailure(error, publicUrl)];
    }
    const problem = explainStatus(response, publicUrl);
    if (problem) return [problem];
    const self = readResponse(response.body);
    if (self?.proof !== deriveSelfCheckProof(nonce, derive)) {
      return [fault({ seen: messages.elsewhere({ url: publicUrl }), advice: messages.elsewhereAdvice })];
    }
    return [
      ok({ seen: messages.leadsHere({ url: publicUrl }) }),
      checkEncryption(response, { publicUrl, now: clock.now() }),
      checkProxy(self, trustProxy),
    ];
  },
};

function readResponse(body: string): SelfCheckResponse | undefined {
  try {
    return SelfCheckResponse.safeParse(parseJson(body)).data;
  } catch {
    return undefined;
  }
}

const UNKNOWN_NAME = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_NODATA", "EAI_NONAME"]);

function explainFailure(error: unknown, publicUrl: string): Found {
  const { hostname, port, protocol } = new URL(publicUrl);
  const { code = "", message }: Pick<NodeJS.ErrnoException, "code" | "message"> =
    error instanceof Error ? error : new Error(String(error));
  const seen = messages.unreachable({ url: publicUrl, failure: message || code });
  if (UNKNOWN_NAME.has(code)) {
    return fault({ seen, advice: messages.unknownNameAdvice({ host: hostname }) });
  }
  if (isCertificateError(code))
    return fault({ seen, advice: messages.certificateAdvice({ host: hostname }) });
  const used = port || (protocol === "https:" ? "443" : "80");
  return fault({ seen, advice: messages.unreachableAdvice({ port: used, url: publicUrl }) });
}

function explainStatus({ status, location }: OutsideResponse, publicUrl: string): Found | undefined {
  if (location !== undefined) {
    const origin = URL.canParse(location, publicUrl) ? new URL(location, publicUrl).origin : location;
    const seen = messages.redirects({ url: publicUrl, location });
    return fault({ seen, advice: messages.redirectsAdvice({ origin }) });
  }
  if (status === 200) return undefined;
  return fault({
    seen: messages.status({ url: publicUrl, status }),
    advice: adviceOnStatus(status, publicUrl),
  });
}

function adviceOnStatus(status: number, publicUrl: string): Message {
  if (status >= 502 && status <= 504) return messages.upstreamAdvice;
  // Web servers answer a plain request on a TLS port with 400.
  if (status === 400 && publicUrl.startsWith("http:"))
    return messages.tlsPortAdvice({ url: publicUrl.replace("http:", "https:") });
  return messages.pathsAdvice;
}

function checkEncryption(
  { tls }: OutsideResponse,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Found {
  const about = { id: "encryption", name: messages.encryptionName } as const;
  if (!tls) {
    return isLoopback(new URL(publicUrl).hostname)
      ? warning({ ...about, seen: messages.local({ url: publicUrl }), advice: messages.localAdvice })
      : fault({ ...about, seen: messages.plain({ url: publicUrl }), advice: messages.plainAdvice });
  }
  const days = Math.floor((tls.validTo.getTime() - now.getTime()) / DAY_MS);
  const seen = messages.certificate({ protocol: tls.protocol, days });
  if (days >= RENEWAL_DAYS) return ok({ ...about, seen });
  return (days < URGENT_DAYS ? fault : warning)({ ...about, seen, advice: messages.renewalAdvice });
}

/** Without the client's own IP, all visitors count as one, and ten wrong passwords lock out everybody. */
function checkProxy(
  { peer, forwarded, trusted }: SelfCheckResponse,
  trustProxy: Installation["settings"]["trustProxy"],
): Found {
  const about = { id: "proxy", name: messages.proxyName } as const;
  if (!forwarded && trustProxy)
    return fault({ ...about, seen: messages.silentProxy, advice: messages.silentProxyAdvice });
  if (!forwarded) return ok({ ...about, seen: messages.noProxy });
  if (trusted) return ok({ ...about, seen: messages.trustedProxy({ peer }) });
  if (trustProxy && proxyAddr.compile(trustProxy)(peer, 0))
    return fault({ ...about, seen: messages.newProxy({ peer }), advice: messages.newProxyAdvice });
  const advice = messages.unknownProxyAdvice({ peer });
  return fault({ ...about, seen: messages.unknownProxy({ peer }), advice });
}
