// Removes parts of the contract that the console does not need: docs/decisions/0003-one-route-table.md
import type { Plugin } from "vite";

/** Every schema imports Zod's JSON Schema functions, which only the server needs, for the API document. */
export const zodWithoutJsonSchema: Plugin = {
  name: "zod-without-json-schema",
  transform: (code, id) =>
    /\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)
      ? code.replace(
          /^export const (\w+(?:Processor|Method)) = [\s\S]*?^};$/gm,
          "export const $1 = () => {};",
        )
      : null,
};

/** Properties of a route for the server and the API document, which no request needs. */
export const OF_SERVER =
  /^(summary|params|query|errors|example|limit|bodyLimit|bodyType|mediaType|recent|anyOrigin)$/;
/** Removes these properties from the console's contract. */
export const routesOfRequests: Plugin = {
  name: "routes-of-requests",
  transform(code, id) {
    if (!/\/contract\/api\/[\w-]+\.ts$/.test(id)) return null;
    const cuts = serverParts(this.parse(code, { lang: "ts" }));
    return cuts.reduceRight(
      (kept, { start, end }) => kept.slice(0, start) + kept.slice(end).replace(/^,/, ""),
      code,
    );
  },
};

type Part = { type?: string; start: number; end: number; key?: { name?: string } };
type Call = Part & { callee: { name?: string }; arguments: { properties?: Part[] }[] };

/** Returns the removed properties in calls of `route()`, in source order. */
function serverParts(node: unknown): Part[] {
  if (typeof node !== "object" || node === null) return [];
  const isRoute = (part: object): part is Call =>
    (part as Part).type === "CallExpression" && (part as Call).callee.name === "route";
  if (isRoute(node))
    return node.arguments.at(-1)?.properties?.filter(({ key }) => OF_SERVER.test(key?.name ?? "")) ?? [];
  return Object.values(node).flatMap(serverParts);
}
