import { randomBytes } from "node:crypto";
import proxyAddr from "@fastify/proxy-addr";
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

const DAY_MS = 24 * 60 * 60 * 1000;
/** Certificates are usually renewed a month before they expire. With fewer days than this left, the renewal is late. */
const RENEWAL_DAYS = 14;
const URGENT_DAYS = 7;

/**
 * Requests PUBLIC_URL like a visitor. The response proves that this installation answered, and shows how a
 * proxy changed the request.
 */
export const publicUrlCheck: Check = {
  name: "Public URL",
  advice: "Set PUBLIC_URL to the address at which visitors reach Tessera.",
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
      const advice =
        "Point the name's DNS record and the proxy to this installation, or set PUBLIC_URL to its own address. Several processes must have the same APP_SECRET.";
      return [fault({ seen: `${publicUrl} belongs to another server or installation`, advice })];
    }
    return [
      ok({ seen: `${publicUrl} leads to this installation` }),
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
  const seen = `${publicUrl} cannot be reached: ${message || code}`;
  if (UNKNOWN_NAME.has(code)) {
    return fault({ seen, advice: `Create a DNS record for ${hostname}, or correct PUBLIC_URL.` });
  }
  if (isCertificateError(code)) {
    const advice = `Renew the certificate of ${hostname}, or let the proxy send the whole chain. If a private authority has issued it, set NODE_EXTRA_CA_CERTS to the file with the authority's certificate.`;
    return fault({ seen, advice });
  }
  const used = port || (protocol === "https:" ? "443" : "80");
  const advice = `Start Tessera and the proxy, and open port ${used} in the firewall. A router at home may refuse requests from inside: try ${publicUrl}/healthz from another network. If Tessera does not start, it says which program uses its port.`;
  return fault({ seen, advice });
}

function explainStatus({ status, location }: OutsideResponse, publicUrl: string): Found | undefined {
  if (location !== undefined) {
    const origin = URL.canParse(location, publicUrl) ? new URL(location, publicUrl).origin : location;
    const advice = `Set PUBLIC_URL=${origin} if that is the address visitors use; otherwise remove the redirect from the proxy.`;
    return fault({ seen: `${publicUrl} redirects to ${location}`, advice });
  }
  if (status === 200) return undefined;
  return fault({
    seen: `${publicUrl}/healthz returned status ${status}`,
    advice: adviceOnStatus(status, publicUrl),
  });
}

function adviceOnStatus(status: number, publicUrl: string): string {
  if (status >= 502 && status <= 504)
    return "The proxy does not reach Tessera: compare its upstream with PORT and HOST.";
  // Web servers answer a plain request on a TLS port with 400.
  if (status === 400 && publicUrl.startsWith("http:"))
    return `If that port is for https, set PUBLIC_URL=${publicUrl.replace("http:", "https:")}`;
  return "The proxy must pass every path on to Tessera, /healthz too.";
}

function checkEncryption(
  { tls }: OutsideResponse,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Found {
  const name = "Encryption";
  if (!tls) {
    return isLoopback(new URL(publicUrl).hostname)
      ? warning({
          name,
          seen: `${publicUrl} can be opened only on this machine`,
          advice:
            "For visitors, set PUBLIC_URL=https://… to an address that a proxy with a certificate answers.",
        })
      : fault({
          name,
          seen: `${publicUrl} sends passwords and cookies in plain text`,
          advice: "Let a proxy answer with a certificate, and set PUBLIC_URL=https://…",
        });
  }
  const days = Math.floor((tls.validTo.getTime() - now.getTime()) / DAY_MS);
  const seen = `${tls.protocol}; the certificate is valid for ${days} more days`;
  if (days >= RENEWAL_DAYS) return ok({ name, seen });
  const advice = "Find out why the proxy has not renewed it.";
  return days < URGENT_DAYS ? fault({ name, seen, advice }) : warning({ name, seen, advice });
}

/** Without the client's own IP, all visitors count as one, and ten wrong passwords lock out everybody. */
function checkProxy(
  { peer, forwarded, trusted }: SelfCheckResponse,
  trustProxy: Installation["settings"]["trustProxy"],
): Found {
  const name = "Proxy";
  const effect = "all visitors count as one, and ten wrong passwords lock out everybody";
  if (!forwarded && trustProxy) {
    return fault({
      name,
      seen: `TRUST_PROXY is set, but no proxy reports the visitor's IP: ${effect}`,
      advice:
        "Let the proxy send X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).",
    });
  }
  if (!forwarded) return ok({ name, seen: "none; requests arrive directly" });
  if (trusted) return ok({ name, seen: `${peer}, which reports the visitor's IP` });
  if (trustProxy && proxyAddr.compile(trustProxy)(peer, 0)) {
    return fault({
      name,
      seen: `TRUST_PROXY names the proxy at ${peer}, but Tessera runs without that setting: ${effect}`,
      advice: "Restart Tessera: it reads its settings when it starts.",
    });
  }
  return fault({
    name,
    seen: `a proxy at ${peer} forwards requests, but TRUST_PROXY does not name it: ${effect}`,
    advice: `If the proxy is yours, set TRUST_PROXY=${peer}`,
  });
}
