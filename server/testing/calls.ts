import type { Route } from "../../contract/api/route.ts";
import { routes } from "../../contract/api/routes.ts";
import type { TestApp } from "./harness.ts";

export const allCalls: readonly Route[] = Object.values(routes).flatMap((domain): Route[] =>
  Object.values(domain),
);

export const nameOf = (call: Route) => `${call.method} ${call.path}`;

/** Returns whether the user must sign in again after a call. */
export const endsSession = (call: Route) =>
  call === routes.accounts.logout || call === routes.accountData.delete;

/** Returns a route's path with values for its parameters. */
export function addressOf(call: Route, parameter = "1"): string {
  return call.path.replace(/:\w+/g, parameter);
}

/** Lists the methods and paths that an application serves, in the contract's spelling. */
export async function describedCalls(site: TestApp): Promise<string[]> {
  const { body } = await site.call("GET", "/api/openapi.json");
  return Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
}
