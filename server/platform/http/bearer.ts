import type { FastifyRequest } from "fastify";

/** Returns the token of `Authorization: Bearer`, or undefined without such a header. Proxies use other schemes for themselves. */
export function bearerOf({ headers }: Pick<FastifyRequest, "headers">): string | undefined {
  const match = /^bearer(?: +(.*))?$/i.exec(headers.authorization?.trim() ?? "");
  return match ? (match[1] ?? "") : undefined;
}
