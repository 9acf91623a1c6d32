import { defineMessages } from "../../../../contract/texts.ts";

/** The messages about PUBLIC_URL, its encryption and its proxy. */
export const publicUrlMessages = defineMessages("check_public_url", {
  name: "Public URL",
  advice: "Set PUBLIC_URL to the address at which visitors reach Tessera.",
  leadsHere: "{url} leads to this installation",
  elsewhere: "{url} belongs to another server or installation",
  elsewhereAdvice:
    "Point the name's DNS record and the proxy to this installation, or set PUBLIC_URL to its own address. Several processes must have the same APP_SECRET.",
  unreachable: "{url} cannot be reached: {failure}",
  unreachableAdvice:
    "Start Tessera and the proxy, and open port {port} in the firewall. A router at home may refuse requests from inside: try {url}/healthz from another network. If Tessera does not start, it says which program uses its port.",
  unknownNameAdvice: "Create a DNS record for {host}, or correct PUBLIC_URL.",
  certificateAdvice:
    "Renew the certificate of {host}, or let the proxy send the whole chain. If a private authority has issued it, set NODE_EXTRA_CA_CERTS to the file with the authority's certificate.",
  redirects: "{url} redirects to {location}",
  redirectsAdvice:
    "Set PUBLIC_URL={origin} if that is the address visitors use; otherwise remove the redirect from the proxy.",
  status: "{url}/healthz returned status {status}",
  upstreamAdvice: "The proxy does not reach Tessera: compare its upstream with PORT and HOST.",
  tlsPortAdvice: "If that port is for https, set PUBLIC_URL={url}",
  pathsAdvice: "The proxy must pass every path on to Tessera, /healthz too.",
  encryptionName: "Encryption",
  local: "{url} can be opened only on this machine",
  localAdvice:
    "For visitors, set PUBLIC_URL=https://… to an address that a proxy with a certificate answers.",
  plain: "{url} sends passwords and cookies in plain text",
  plainAdvice: "Let a proxy answer with a certificate, and set PUBLIC_URL=https://…",
  certificate: "{protocol}; the certificate is valid for {days} more days",
  renewalAdvice: "Find out why the proxy has not renewed it.",
  proxyName: "Proxy",
  noProxy: "none; requests arrive directly",
  trustedProxy: "{peer}, which reports the visitor's IP",
  silentProxy:
    "TRUST_PROXY is set, but no proxy reports the visitor's IP: all visitors count as one, and ten wrong passwords lock out everybody",
  silentProxyAdvice:
    "Let the proxy send X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for).",
  newProxy:
    "TRUST_PROXY names the proxy at {peer}, but Tessera runs without that setting: all visitors count as one, and ten wrong passwords lock out everybody",
  newProxyAdvice: "Restart Tessera: it reads its settings when it starts.",
  unknownProxy:
    "a proxy at {peer} forwards requests, but TRUST_PROXY does not name it: all visitors count as one, and ten wrong passwords lock out everybody",
  unknownProxyAdvice: "If the proxy is yours, set TRUST_PROXY={peer}",
});
