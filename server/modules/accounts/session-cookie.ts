import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

const NINETY_DAYS = 90 * 24 * 60 * 60;
/** The time for which a sign-in waits for its second factor. */
export const PENDING_SECONDS = 600;
const TWO_DAYS = 2 * 24 * 60 * 60;

export type SessionCookie = {
  name: string;
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
};

export const createSessionCookie = (publicUrl: string): SessionCookie =>
  createCookie(publicUrl, { name: "tessera_session", maxAge: NINETY_DAYS });

export const createPendingCookie = (publicUrl: string): SessionCookie =>
  createCookie(publicUrl, { name: "tessera_second_factor", maxAge: PENDING_SECONDS });

/**
 * Creates the cookie with the token of a verification email that this browser has opened. It signs nobody in.
 */
export const createReaderCookie = (publicUrl: string): SessionCookie =>
  createCookie(publicUrl, { name: "tessera_reader", maxAge: TWO_DAYS });

/** Creates a cookie. With HTTPS it is bound to this host and never sent unencrypted. */
function createCookie(publicUrl: string, named: { name: string; maxAge: number }): SessionCookie {
  const secure = publicUrl.startsWith("https:");
  const name = secure ? `__Host-${named.name}` : named.name;
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return {
    name,
    read: (request) => request.cookies[name],
    set: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge: named.maxAge }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
