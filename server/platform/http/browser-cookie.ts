import "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { randomToken } from "../tokens.ts";

/** Creates a cookie that identifies a browser, with all its tabs, by a random token. With HTTPS it is bound to this host and never sent unencrypted. */
export function createBrowserCookie(
  publicUrl: string,
  { name: plainName, maxAge }: { name: string; maxAge: number },
) {
  const secure = publicUrl.startsWith("https:");
  const name = secure ? `__Host-${plainName}` : plainName;
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  const read = (request: FastifyRequest) => {
    const token = request.cookies[name];
    return token && /^[\w-]{43}$/.test(token) ? token : undefined;
  };
  const set = (reply: FastifyReply, token: string) =>
    void reply.setCookie(name, token, { ...options, maxAge });
  return {
    read,
    set,
    /** Returns the browser's token, and sets a new one if it has none. */
    ensure(request: FastifyRequest, reply: FastifyReply): string {
      const token = read(request) ?? randomToken();
      set(reply, token);
      return token;
    },
    clear: (reply: FastifyReply) => void reply.clearCookie(name, options),
  };
}
export type BrowserCookie = ReturnType<typeof createBrowserCookie>;
