import { z } from "zod";
import { ErrorBody } from "../../../contract/errors.ts";
import type { Route } from "../../../contract/route.ts";

type Json = Record<string, unknown>;

/** Returns the OpenAPI 3.1 document of the routes, generated from the schemas that validate them. */
export function describeApi(routes: readonly Route[], site: { publicUrl: string; cookie: string }): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeCall(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Tessera", version: "1" },
    servers: [{ url: site.publicUrl }],
    paths,
    components: {
      securitySchemes: { session: { type: "apiKey", in: "cookie", name: site.cookie } },
      schemas: { Error: toJsonSchema(ErrorBody, "output") },
    },
  };
}

function describeCall(route: Route): Json {
  const responses: Json = {};
  for (const [status, schema] of Object.entries(route.responses)) {
    responses[status] = {
      description: "Success",
      ...(schema ? jsonContent(toJsonSchema(schema, "output")) : {}),
    };
  }
  const refused = { description: "Refused", ...jsonContent({ $ref: "#/components/schemas/Error" }) };
  responses["4XX"] = refused;
  responses["5XX"] = { ...refused, description: "Failed" };
  return {
    summary: route.summary,
    ...(route.access === "public" ? {} : { security: [{ session: [] }] }),
    parameters: [...describeParameters(route.params, "path"), ...describeParameters(route.query, "query")],
    ...describeBody(route),
    responses,
  };
}

function describeBody(route: Route): Json {
  if (route.bodyType === "multipart") {
    const schema = {
      type: "object",
      required: ["file"],
      properties: { file: { type: "string", format: "binary" } },
    };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (route.bodyType === "raw")
    return { requestBody: { required: true, content: { "application/json": {} } } };
  if (!route.body) return {};
  return { requestBody: { required: true, ...jsonContent(toJsonSchema(route.body, "input")) } };
}

function describeParameters(schema: z.ZodObject | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || !(field as z.ZodType).safeParse(undefined).success,
    schema: toJsonSchema(field as z.ZodType, "input"),
  }));
}

function jsonContent(schema: Json) {
  return { content: { "application/json": { schema } } };
}

function toJsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return described;
}
