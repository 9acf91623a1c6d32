import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

const NINETY_DAYS = 90 * 24 * 60 * 60;

export type SessionCookie = {
  name: string;
  read(request: FastifyRequest): string | undefined;
  set(reply: FastifyReply, token: string): void;
  clear(reply: FastifyReply): void;
};

/** Creates the session cookie. With HTTPS it is bound to this host and never sent unencrypted. */
export function createSessionCookie(publicUrl: string): SessionCookie {
  const secure = publicUrl.startsWith("https:");
  const name = secure ? "__Host-tessera_session" : "tessera_session";
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return {
    name,
    read: (request) => request.cookies[name],
    set: (reply, token) => void reply.setCookie(name, token, { ...options, maxAge: NINETY_DAYS }),
    clear: (reply) => void reply.clearCookie(name, options),
  };
}
