import { randomBytes } from "node:crypto";
import type { FastifyInstance, InjectOptions } from "fastify";
import type { Creator } from "../../contract/api/creators.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE" | "HEAD" | "PUT";
export const DEFAULT_PASSWORD = "correct horse battery";
const DEFAULT_USER = { email: "", handle: "", displayName: "Anna Test", password: DEFAULT_PASSWORD };
export type GivenUser = Partial<typeof DEFAULT_USER>;
let userCount = 0;

/** Signs up a creator with a real session. Throws if the registration is rejected. */
export async function signUp(app: FastifyInstance, cookieName: string, given: GivenUser) {
  userCount += 1;
  const unique = `${userCount}${randomBytes(3).toString("hex")}`;
  const user = {
    ...DEFAULT_USER,
    email: `user${unique}@example.org`,
    handle: `user-${unique}`,
    ...given,
  };
  const registered = await callAs(app, undefined, "POST", "/api/auth/register", user);
  if (registered.status !== 201) throw new Error(`sign-up failed: ${JSON.stringify(registered.body)}`);
  const session = registered.cookies.find((cookie) => cookie.name === cookieName)?.value ?? "";
  const cookie = `${cookieName}=${session}`;
  return {
    ...user,
    cookie,
    session,
    creator: registered.body.creator as Creator,
    call: (method: Method, path: string, payload?: unknown, headers?: Record<string, string>) =>
      callAs(app, cookie, method, path, payload, headers),
  };
}

/**
 * Sends a request with a session cookie, or as a visitor without one: JSON in, status, body and headers out.
 */
export async function callAs(
  app: FastifyInstance,
  cookie: string | undefined,
  method: Method,
  path: string,
  payload?: unknown,
  headers: Record<string, string> = {},
) {
  const cookies = [cookie, headers.cookie].filter(Boolean).join("; ");
  const options: InjectOptions = {
    method,
    url: path,
    headers: { ...headers, ...(cookies ? { cookie: cookies } : {}) },
  };
  if (payload !== undefined) options.payload = payload as string | object;
  const response = await app.inject(options);
  const isJson =
    String(response.headers["content-type"] ?? "").startsWith("application/json") &&
    response.headers["content-encoding"] === undefined;
  return {
    status: response.statusCode,
    headers: response.headers,
    cookies: response.cookies,
    text: response.payload,
    bytes: response.rawPayload,
    // biome-ignore lint/suspicious/noExplicitAny: tests read any response
    body: (isJson && response.payload ? JSON.parse(response.payload) : undefined) as any,
  };
}
