import { z } from "zod";
import { fieldMessages } from "../rules/fields.ts";
import type { Scope } from "../rules/scopes.ts";

/** Who may use a route. `creator`: signed in, with a creator page. */
export type Access = "public" | "signed-in" | "creator" | "admin";

type Shape = z.ZodType;

/** A route with its input, access and responses. A `null` response has no JSON. */
export type Route = {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path, with parameters as `:name`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: Shape;
  readonly responses: Readonly<Record<number, Shape | null>>;
  /** The media type of a response that is not JSON. */
  readonly mediaType?: string;
  /** Codes of errors by status, without the codes that follow from access, input and limits. */
  readonly errors?: Readonly<Record<number, readonly string[]>>;
  /** A body as a client would send it, for the API document. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** The scopes of API keys that open this route, one of them each. Without any, the route is closed to API keys. */
  readonly scopes?: readonly Scope[];
  /** Requires a sign-in or a `POST /api/account/confirm` within the last ten minutes. Returns 403 `account.confirm` otherwise. */
  readonly recent?: true;
  /** Accepts requests from other sites. Only for public routes, which use no session. */
  readonly anyOrigin?: true;
  /** The encoding of a body that is not JSON. */
  readonly bodyType?: "multipart" | "raw";
  /** A link with a side effect, such as a link in an email. Only GET has the effect, HEAD has none. */
  readonly sideEffectOnGet?: true;
  /** Accepts JSON sent as text/plain, the only content type of a beacon. */
  readonly acceptsTextBody?: true;
  /** The maximum size of a body in bytes; see `bodyLimitOf` for the default. */
  readonly bodyLimit?: number;
  /** Lets a creator with a suspended account use this route, although it changes something. */
  readonly allowsSuspended?: true;
  /** The rate limit of requests, by client IP unless the service uses another key. */
  readonly limit?: {
    /** The name of the counter. Routes with the same name share it. */
    readonly name?: string;
    readonly points: number;
    readonly seconds: number;
    /** The points that each node counts in memory before it uses the database, for frequent harmless requests. If equal to `points`, the database is never used. */
    readonly localPoints?: number;
  };
};

/** Returns a route with its exact type, so that neither side needs type assertions. */
// This lets browser builds leave out unused routes.
/* @__NO_SIDE_EFFECTS__ */
export function route<
  const M extends Route["method"],
  const P extends Route["path"],
  const A extends Access,
  const R extends Omit<Route, "method" | "path" | "access">,
>(method: M, path: P, access: A, definition: R) {
  return { method, path, access, ...definition };
}

/** The default maximum size of a body. Also applies to every form of a page. */
export const DEFAULT_BODY_LIMIT = 16 * 1024;
/** The maximum for routes without a body, because clients may send an empty JSON object. */
const NO_BODY_LIMIT = 1024;

/** Returns the maximum size of a route's body in bytes, derived from its schema. Uploads are measured while they are stored. */
export function bodyLimitOf(route: Route): number {
  return route.bodyLimit ?? (route.body ? DEFAULT_BODY_LIMIT : NO_BODY_LIMIT);
}

/** The limit of public reads. Each node counts in memory. All visitors behind one IP share the limit. */
export const PUBLIC_READ_LIMIT = { points: 1200, seconds: 60, localPoints: 1200 } as const;

export const IdParams = z.object({
  id: z.coerce.number({ error: fieldMessages.id }).int().positive().max(Number.MAX_SAFE_INTEGER),
});

/** An id that no row has. It replaces malformed ids, because ids are opaque for clients and therefore unknown instead of invalid. */
const NO_ID = "00000000-0000-0000-0000-000000000000";
/** The parameters of a path with an id. Ids are compared in lower case. */
export const OpaqueIdParams = z.object({ id: z.uuid().toLowerCase().catch(NO_ID) });

type Success = 200 | 201 | 202;
/** The JSON of a successful response; `undefined` for 204 and redirects. */
export type ResponseOf<R extends Route> = [keyof R["responses"] & Success] extends [never]
  ? undefined
  :
      | {
          [S in keyof R["responses"] & Success]: R["responses"][S] extends z.ZodType
            ? z.output<R["responses"][S]>
            : undefined;
        }[keyof R["responses"] & Success]
      | ([keyof R["responses"] & 204] extends [never] ? never : undefined);
/** The input as a client sends it. */
export type BodyOf<R extends Route> = R["body"] extends z.ZodType ? z.input<R["body"]> : undefined;
