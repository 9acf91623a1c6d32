import type { FastifyRequest } from "fastify";

const IN_APP = /\b(?:Instagram|FBAN|FBAV|FB_IAB|TikTok|musical_ly|BytedanceWebview)/;

/** Returns whether the request comes from a browser within an app. These show no wallets (https://github.com/stripe/stripe-node/issues/2775), and many save no downloads. */
export const isInAppBrowser = ({ headers }: FastifyRequest): boolean =>
  IN_APP.test(headers["user-agent"] ?? "");
