import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

const NAME = "tessera_paid";
const ONE_DAY = 24 * 60 * 60;

/** Recognizes the browser that paid an order: there the return page links the order page for a day, whoever else has the download link. */
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
