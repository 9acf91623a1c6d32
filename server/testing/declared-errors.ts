import type { FastifyInstance } from "fastify";
import { ErrorBody } from "../../contract/api/errors.ts";
import type { Route } from "../../contract/api/route.ts";
import { routes } from "../../contract/api/routes.ts";
import { readMessage } from "../../contract/texts.ts";
import { errorStatusesOf } from "../platform/http/open-api.ts";

/** Returns the error's texts that are still message ids. Returns all its texts if a schema reported an error that has no message. */
function unreadable({ error, details }: ErrorBody): string[] {
  const texts = [error, ...Object.values(details?.fieldErrors ?? {}).flat(), ...(details?.formErrors ?? [])];
  const codes = [...Object.values(details?.fieldCodes ?? {}).flat(), ...(details?.formCodes ?? [])];
  return codes.includes("unknown") ? texts : texts.filter((text) => readMessage(text));
}
const nameOf = ({ method, path }: Pick<Route, "method" | "path">) => `${method} ${path}`;
const declared = new Map(
  Object.values<Record<string, Route>>(routes).flatMap((group) =>
    Object.values(group).map((route) => [nameOf(route), new Set(errorStatusesOf(route))] as const),
  ),
);

/**
 * Watches the responses of an application. `assert` throws for an undeclared error status of a route, for a
 * text without an id, and for an id in place of a text.
 */
export function watchDeclaredErrors(app: FastifyInstance): { assert(): void } {
  const undeclared = new Set<string>();
  const unidentified = new Set<string>();
  app.addHook("onSend", async (_request, reply, body) => {
    if (reply.statusCode < 400 || typeof body !== "string" || !body.startsWith("{")) return;
    const error = ErrorBody.safeParse(JSON.parse(body)).data;
    for (const text of error ? unreadable(error) : []) unidentified.add(text);
  });
  app.addHook("onResponse", async (request, reply) => {
    const name = `${request.method} ${request.routeOptions.url}`;
    const known = declared.get(name);
    if (known && reply.statusCode >= 400 && !known.has(reply.statusCode)) {
      undeclared.add(`${name}: ${reply.statusCode}`);
    }
  });
  return {
    assert() {
      if (unidentified.size > 0)
        throw new Error(`Not in the catalogue of texts: ${[...unidentified].join(" | ")}`);
      if (undeclared.size === 0) return;
      const list = [...undeclared].sort().join(", ");
      throw new Error(`Not in \`errors\` of the route in the contract: ${list}`);
    },
  };
}
