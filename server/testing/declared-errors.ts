import type { FastifyInstance } from "fastify";
import type { Route } from "../../contract/api/route.ts";
import { routes } from "../../contract/api/routes.ts";
import { errorStatusesOf } from "../platform/http/open-api.ts";

const nameOf = ({ method, path }: Pick<Route, "method" | "path">) => `${method} ${path}`;
const declared = new Map(
  Object.values<Record<string, Route>>(routes).flatMap((group) =>
    Object.values(group).map((route) => [nameOf(route), new Set(errorStatusesOf(route))] as const),
  ),
);

/** Watches the responses of an application. `assert` throws for an error status that the contract does not declare for its route. */
export function watchDeclaredErrors(app: FastifyInstance): { assert(): void } {
  const undeclared = new Set<string>();
  app.addHook("onResponse", async (request, reply) => {
    const name = `${request.method} ${request.routeOptions.url}`;
    const known = declared.get(name);
    if (known && reply.statusCode >= 400 && !known.has(reply.statusCode)) {
      undeclared.add(`${name}: ${reply.statusCode}`);
    }
  });
  return {
    assert() {
      if (undeclared.size === 0) return;
      const list = [...undeclared].sort().join(", ");
      throw new Error(`Not in \`errors\` of the route in the contract: ${list}`);
    },
  };
}
