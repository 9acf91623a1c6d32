import type { FastifyHelmetOptions } from "@fastify/helmet";

/** What a page may load and do: scripts are files of our own, nothing else runs. */
export function contentPolicy(publicUrl: string): FastifyHelmetOptions {
  const https = publicUrl.startsWith("https:");
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // Colours of charts and tiles are style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Creators may show pictures that live elsewhere.
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
