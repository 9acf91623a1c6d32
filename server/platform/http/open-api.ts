import { z } from "zod";
import { entities } from "../../../contract/api/entities.ts";
import { ErrorBody } from "../../../contract/api/errors.ts";
import { bodyLimitOf, type Route } from "../../../contract/api/route.ts";
import { routeGroups, routes } from "../../../contract/api/routes.ts";
import {
  acceptsIdempotencyKey,
  describeAccess,
  describeSecurity,
  IDEMPOTENCY_KEY,
} from "./open-api-access.ts";

type Json = Record<string, unknown>;

/** The errors that follow from a route's declaration. Its own ones are in `Route.errors`. */
const GENERAL_ERRORS = {
  400: "The input is invalid: `details` has a message for each field. Or the URL contains an API key.",
  401: "Not signed in, or an invalid API key.",
  403: "Not allowed: the access of the operation, the scopes of an API key, or a request from the page of another site.",
  404: "Not found, or owned by somebody else.",
  408: "The body took too long to arrive.",
  409: "The state does not allow it.",
  410: "No longer valid.",
  413: "The body is too large.",
  415: "The content type is not supported.",
  416: "The range does not exist.",
  429: "Too many requests: `Retry-After` has the time to wait in seconds.",
  500: "An error of the product: `requestId` identifies it in the log.",
  502: "A service that this operation needs returned an error.",
  503: "The database or another service is unavailable: `Retry-After` has the time to wait in seconds.",
} as const;

/** Returns the OpenAPI 3.1 document of the routes, generated from the schemas that validate them. */
export function describeApi(
  registered: readonly Route[],
  site: { name: string; publicUrl: string; cookie: string; version: string },
): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const [group, members] of Object.entries<Record<string, Route>>(routes)) {
    for (const [name, route] of Object.entries(members)) {
      if (!registered.includes(route)) continue;
      const path = route.path.replace(/:(\w+)/g, "{$1}");
      const operationId = `${group}${name[0]?.toUpperCase()}${name.slice(1)}`;
      const operation = { operationId, tags: [group], ...describeOperation(route, schemas) };
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
    }
  }
  schemas.Error = toJsonSchema(ErrorBody, "output", schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: site.name,
      version: site.version,
      summary: "A self-hosted creator storefront.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: site.publicUrl }],
    tags: Object.entries(routeGroups).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: "apiKey",
          in: "cookie",
          name: site.cookie,
          description: "Set by registration and login. Other sites' pages cannot use it.",
        },
        apiKey: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "tsk_ and 46 letters and digits",
          description:
            "An API key of a creator's page, with its scopes. Only operations that name one of them accept it; cookies of the same request do not count.",
        },
      },
      schemas,
    },
  };
}

function describeOperation(route: Route, schemas: Json): Json {
  const parameters = [
    ...(acceptsIdempotencyKey(route) ? [IDEMPOTENCY_KEY] : []),
    ...describeParameters(route.params, "path"),
    ...describeParameters(route.query, "query"),
  ];
  return {
    summary: route.summary,
    ...describeAccess(route),
    security: describeSecurity(route),
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(route, schemas),
    responses: { ...describeSuccess(route, schemas), ...describeErrors(route) },
  };
}

function describeSuccess(route: Route, schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(route.responses).map(([status, schema]) => {
      if (status === "302") {
        return [status, { description: "Redirect", headers: { Location: { schema: { type: "string" } } } }];
      }
      if (schema) {
        const content = jsonContent(toJsonSchema(schema, "output", schemas));
        return [status, { description: "Success", content }];
      }
      const { mediaType } = route;
      const bytes = mediaType && {
        content: { [mediaType]: { schema: { type: "string", format: "binary" } } },
      };
      return [status, { description: status === "206" ? "A part of the file" : "Success", ...bytes }];
    }),
  );
}

/** Returns the errors of a route: general errors of its access, input and limits, and errors with codes that the route declares. */
function describeErrors(route: Route): Json {
  return Object.fromEntries(
    errorStatusesOf(route).map((status) => {
      const codes = codesOf(route, status);
      const error = { $ref: "#/components/schemas/Error" };
      const schema = codes
        ? { allOf: [error, { type: "object", properties: { code: { examples: [...codes] } } }] }
        : error;
      const description = GENERAL_ERRORS[status as keyof typeof GENERAL_ERRORS] ?? "Error.";
      const retry = status === 429 || status === 503;
      return [
        String(status),
        {
          description: codes
            ? `${description} Codes: ${codes.map((code) => `\`${code}\``).join(", ")}.`
            : description,
          ...(retry && {
            headers: { "Retry-After": { description: "Seconds.", schema: { type: "integer" } } },
          }),
          content: jsonContent(schema),
        },
      ];
    }),
  );
}

function codesOf(route: Route, status: number): readonly string[] | undefined {
  const own = route.errors?.[status];
  return status === 403 && route.recent ? [...(own ?? []), "account.confirm"] : own;
}

/** Returns the error statuses that a route may respond with, in ascending order. */
export function errorStatusesOf(route: Route): number[] {
  const isSigned = route.access !== "public";
  const hasBody = route.method !== "GET";
  const statuses = new Set([
    // Any URL may contain an API key, which is rejected.
    400,
    ...(isSigned ? [401] : []),
    ...(isSigned || (hasBody && !route.anyOrigin) ? [403] : []),
    ...(route.params ? [404] : []),
    ...(acceptsIdempotencyKey(route) ? [409] : []),
    ...(hasBody && bodyLimitOf(route) > 0 ? [408, 413, 415] : []),
    ...(route.limit || route.scopes ? [429] : []),
    ...Object.keys(route.errors ?? {}).map(Number),
    500,
    503,
  ]);
  return [...statuses].sort((a, b) => a - b);
}

function describeBody(route: Route, schemas: Json): Json {
  if (route.bodyType === "multipart") {
    const schema = {
      type: "object",
      required: ["file"],
      properties: { file: { type: "string", format: "binary" } },
    };
    return { requestBody: { required: true, content: { "multipart/form-data": { schema } } } };
  }
  if (route.bodyType === "raw") {
    return { requestBody: { required: true, content: jsonContent({ type: "object" }) } };
  }
  if (!route.body) return {};
  const schema = toJsonSchema(route.body, "input", schemas);
  const required = !route.body.safeParse(undefined).success;
  const examples = route.example ? { example: route.example } : {};
  return { requestBody: { required, content: { "application/json": { schema, ...examples } } } };
}

function describeParameters(schema: z.ZodObject | undefined, place: "path" | "query"): Json[] {
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === "path" || !(field as z.ZodType).safeParse(undefined).success,
    schema: toJsonSchema(field as z.ZodType, "input", {}),
  }));
}

function jsonContent(schema: Json) {
  return { "application/json": { schema } };
}

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(entities)) registry.add(schema, { id });

/** Converts a schema. Entities become references. Their schemas are added to `components`. */
function toJsonSchema(schema: z.ZodType, io: "input" | "output", components: Json): Json {
  const {
    $schema: _,
    $defs,
    ...described
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    metadata: registry,
  });
  for (const [id, definition] of Object.entries($defs ?? {})) components[id] = withReferences(definition);
  return withReferences(described) as Json;
}

/** Moves references from the schema's own definitions to the components of the document. */
function withReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withReferences);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === "$ref" && typeof item === "string"
        ? [key, item.replace("#/$defs/", "#/components/schemas/")]
        : [key, withReferences(item)],
    ),
  );
}
