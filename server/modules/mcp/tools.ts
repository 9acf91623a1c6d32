import { z } from "zod";
import type { Route } from "../../../contract/api/route.ts";
import { routes } from "../../../contract/api/routes.ts";
import type { Scope } from "../../../contract/rules/scopes.ts";

type Definition = {
  route: Route;
  about: string;
  /** The fields of the input that the tool has. By default all. */
  only?: readonly string[];
  /** The fields of the input that other tools or nobody has. */
  without?: readonly string[];
};

const { creators, tiles, products, orders, analytics, letters } = routes;

/** No tool sends an email, refunds, deletes or publishes a letter. */
const definitions: Record<string, Definition> = {
  page_read: { route: creators.me, about: "Read the creator's page: name, bio, links and settings." },
  tiles_list: { route: tiles.list, about: "List the tiles of the page in their order." },
  tile_add: { route: tiles.create, about: "Add a tile at the end of the page. Visitors see it at once." },
  tile_update: {
    route: tiles.update,
    about: "Change a tile. Fields that are left out stay as they are.",
    without: ["position"],
  },
  tile_move: { route: tiles.update, about: "Move a tile to a position, from 0.", only: ["position"] },
  products_list: { route: products.list, about: "List the products, newest first." },
  product_add: { route: products.create, about: "Add a product." },
  product_update: {
    route: products.update,
    about: "Change a product, such as its stock or price. Fields that are left out stay as they are.",
  },
  orders_list: {
    route: orders.list,
    about: "List orders, newest first, with totals. Orders have buyers' personal data.",
  },
  order_read: { route: orders.show, about: "Read an order with its payments, refunds and history." },
  funnel_read: {
    route: analytics.funnel,
    about: "Read visits, clicks and sales of a period by source, tile, country and device.",
  },
  letter_draft: {
    route: letters.create,
    about: "Save a draft of an email to the audience. Only the creator can send it.",
    without: ["sendAt"],
  },
};

type Place = "params" | "query" | "body";
type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
type Schema = { properties?: Record<string, Json>; required?: string[] };

/** A tool, its description for programs, and the route that it calls. */
export type Tool = ReturnType<typeof toTool>;

function toTool([name, { route, about, only, without }]: [string, Definition]) {
  const places = new Map<string, Place>();
  const properties: Record<string, Json> = {};
  const required: string[] = [];
  for (const place of ["params", "query", "body"] as const) {
    const shape = route[place];
    if (!shape) continue;
    const schema = z.toJSONSchema(shape, { io: "input", unrepresentable: "any" }) as Schema;
    for (const [field, value] of Object.entries(schema.properties ?? {})) {
      if (place === "body" && ((only && !only.includes(field)) || without?.includes(field))) continue;
      properties[field] = value;
      places.set(field, place);
      if (schema.required?.includes(field)) required.push(field);
    }
    if (place === "body" && only) required.push(...only);
  }
  const readOnlyHint = route.method === "GET";
  return {
    route,
    places,
    required,
    scopes: route.scopes ?? [],
    described: {
      name,
      description: about,
      inputSchema: { type: "object" as const, properties, required, additionalProperties: false },
      // Programs ask their user before a tool that is not read-only.
      annotations: {
        readOnlyHint,
        destructiveHint: route.method === "PATCH",
        idempotentHint: route.method !== "POST",
        openWorldHint: false,
      },
    },
  };
}

const tools: readonly Tool[] = Object.entries(definitions).map(toTool);

/** Returns the tools that a key with these scopes may use. */
export const toolsFor = (scopes: readonly Scope[]): readonly Tool[] =>
  tools.filter((tool) => tool.scopes.some((scope) => scopes.includes(scope)));

/** Returns the request to the tool's route, or the reason why there is none. The route validates the values. */
export function requestOf({ route, places, required }: Tool, given: Record<string, unknown>) {
  const unknown = Object.keys(given).find((name) => !places.has(name));
  if (unknown !== undefined) return { reason: `The tool has no argument ${JSON.stringify(unknown)}.` };
  const missing = required.find((name) => given[name] === undefined);
  if (missing !== undefined) return { reason: `The argument ${JSON.stringify(missing)} is missing.` };
  const parts: Record<Place, Record<string, unknown>> = { params: {}, query: {}, body: {} };
  for (const [name, place] of places) if (given[name] !== undefined) parts[place][name] = given[name];
  const path = route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(parts.params[name])));
  const query = new URLSearchParams(
    Object.entries(parts.query).map(([name, value]) => [name, String(value)]),
  );
  return {
    call: {
      method: route.method,
      url: query.size > 0 ? `${path}?${query}` : path,
      ...(route.body && { payload: JSON.stringify(parts.body) }),
    },
  };
}
