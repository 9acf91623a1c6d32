import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance, FastifyReply } from "fastify";
import helmet, { type HelmetOptions } from "helmet";

/** The Content Security Policy: only scripts from this site's own files run. */
function contentPolicy(publicUrl: string): HelmetOptions {
  const https = publicUrl.startsWith("https:");
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Charts and tiles set colours with style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Creators may use images of other sites.
        imgSrc: ["'self'", "data:", "blob:", "http:", "https:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
  };
}

/** Browser features that pages do not use unless their route says so: injected scripts and frames cannot enable them. */
const UNUSED_FEATURES = [
  "accelerometer",
  "autoplay",
  "camera",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "geolocation",
  "gyroscope",
  "hid",
  "idle-detection",
  "magnetometer",
  "microphone",
  "midi",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];
const PERMISSIONS_POLICY = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", ");

export type SecurityHeaders = OutgoingHttpHeaders;

/** Adds the headers to every response. Helmet generates them once, because doing so per response took a tenth of the time of an event request. */
export function addSecurityHeaders(app: FastifyInstance, publicUrl: string): SecurityHeaders {
  const sample = new IncomingMessage(new Socket());
  const response = new ServerResponse(sample);
  helmet(contentPolicy(publicUrl))(sample, response, () => {});
  const headers = response.getHeaders();
  headers["permissions-policy"] = PERMISSIONS_POLICY;
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  return headers;
}

/** Features used by players of videos and sounds. */
const PLAYER_FEATURES = ["autoplay", "encrypted-media", "fullscreen", "picture-in-picture"];

/** Returns the headers of a page that may show frames of these origins only. */
export function headersForFrames(
  headers: Readonly<Record<string, unknown>>,
  origins: readonly string[],
): Record<"content-security-policy" | "permissions-policy", string> {
  const allowed = `(self ${origins.map((origin) => JSON.stringify(origin)).join(" ")})`;
  return {
    "content-security-policy": `${headers["content-security-policy"]};frame-src ${origins.join(" ")}`,
    "permissions-policy": PLAYER_FEATURES.reduce(
      (text, feature) => text.replace(`${feature}=()`, `${feature}=${allowed}`),
      PERMISSIONS_POLICY,
    ),
  };
}

/** Lets a page use passkeys: `get` to sign in and to confirm with one, `create` to add one as well. The Content Security Policy does not cover them. */
export function allowPasskeys(reply: FastifyReply, use: "get" | "create"): void {
  const features = use === "create" ? ["get", "create"] : ["get"];
  const opened = features.reduce(
    (text, feature) =>
      text.replace(`publickey-credentials-${feature}=()`, `publickey-credentials-${feature}=(self)`),
    PERMISSIONS_POLICY,
  );
  reply.header("permissions-policy", opened);
}

/** Lets pages of this site show a page in a frame. */
export function allowOwnFrames(reply: FastifyReply): void {
  const policy = String(reply.getHeader("content-security-policy"));
  reply.header("content-security-policy", policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"));
  reply.header("x-frame-options", "SAMEORIGIN");
}

/** Lets a page use the scripts and frames of payment providers. All other pages block them. */
export function allowEmbeds(reply: FastifyReply, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const policy = String(reply.getHeader("content-security-policy"));
  const hosts = origins.join(" ");
  const opened = policy.replace("script-src 'self'", `script-src 'self' ${hosts}`);
  reply.header("content-security-policy", `${opened};frame-src ${hosts}`);
}

/** Lets a page send files to a bucket. */
export function allowUploads(reply: FastifyReply, origin: string): void {
  const policy = String(reply.getHeader("content-security-policy"));
  const rule = "connect-src 'self'";
  reply.header("content-security-policy", policy.replace(rule, `${rule} ${origin}`));
}

/** Lets a page's forms lead to the origins of these URLs, such as each of the names that a machine has for itself. */
export function allowFormTargets(reply: FastifyReply, urls: readonly string[]): void {
  const origins = new Set(urls.map((url) => new URL(url).origin));
  const policy = String(reply.getHeader("content-security-policy"));
  const rule = "form-action 'self'";
  reply.header("content-security-policy", policy.replace(rule, [rule, ...origins].join(" ")));
}
