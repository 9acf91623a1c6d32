import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

const NAME = "tessera_paid";
const ONE_DAY = 24 * 60 * 60;

/**
 * Creates the cookie that identifies the browser that paid an order.
 * In that browser the return page links the order page for a day; the download link alone does not suffice.
 */
export function createPayingBrowserCookie(publicUrl: string) {
  const options = {
    path: "/checkout/return",
    httpOnly: true,
    sameSite: "lax",
    secure: publicUrl.startsWith("https:"),
    maxAge: ONE_DAY,
  } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[NAME],
    set: (reply: FastifyReply, token: string) => void reply.setCookie(NAME, token, options),
  };
}
