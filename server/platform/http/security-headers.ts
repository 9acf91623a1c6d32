import type { OutgoingHttpHeaders } from "node:http";
import helmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";

/** The Content Security Policy: only scripts from this site's own files run. */
function contentPolicy(publicUrl: string): FastifyHelmetOptions {
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

/** Browser features that no page uses: injected scripts and frames cannot enable them. */
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
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "usb",
  "xr-spatial-tracking",
];
const PERMISSIONS_POLICY = UNUSED_FEATURES.map((feature) => `${feature}=()`).join(", ");

export type SecurityHeaders = OutgoingHttpHeaders;

/** Adds the headers to every response. Helmet generates them once, because doing so per response took a tenth of the time of an event request. */
export async function addSecurityHeaders(app: FastifyInstance, publicUrl: string): Promise<SecurityHeaders> {
  const sample = Fastify();
  await sample.register(helmet, contentPolicy(publicUrl));
  sample.get("/", (_request, reply) => reply.send());
  const { headers } = await sample.inject("/");
  await sample.close();
  for (const own of ["date", "connection", "content-length"]) delete headers[own];
  headers["permissions-policy"] = PERMISSIONS_POLICY;
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  return headers;
}

/** The additional permissions that Stripe's library needs. */
const STRIPE = [
  ["script-src 'self'", "https://js.stripe.com"],
  ["connect-src 'self'", "https://api.stripe.com"],
  ["form-action 'self'", "https://checkout.stripe.com"],
] as const;
/** Stripe's form offers wallets (Apple Pay, Google Pay) through the browser's own payment dialog. */
const STRIPE_PAYMENT = 'payment=(self "https://js.stripe.com")';
const STRIPE_FRAMES = "frame-src https://js.stripe.com https://hooks.stripe.com";

/** Lets a page use Stripe's library; everywhere else it stays shut out. */
export function allowStripe(reply: FastifyReply): void {
  const policy = String(reply.getHeader("content-security-policy"));
  const opened = STRIPE.reduce((text, [rule, host]) => text.replace(rule, `${rule} ${host}`), policy);
  reply.header("content-security-policy", `${opened};${STRIPE_FRAMES}`);
  reply.header("permissions-policy", PERMISSIONS_POLICY.replace("payment=()", STRIPE_PAYMENT));
}

/** Lets a page's forms lead to these URLs: a machine has several names for itself, and each needs to be allowed. */
export function allowFormTargets(reply: FastifyReply, urls: readonly string[]): void {
  const origins = new Set(urls.map((url) => new URL(url).origin));
  const policy = String(reply.getHeader("content-security-policy"));
  const rule = "form-action 'self'";
  reply.header("content-security-policy", policy.replace(rule, [rule, ...origins].join(" ")));
}
