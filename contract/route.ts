import { z } from "zod";

/** Who may use a route. `creator`: signed in and with a creator page. */
export type Access = "public" | "signed-in" | "creator" | "admin";

type Shape = z.ZodType;

/** One route: its input, access and response. `null` responses have no JSON. */
export type Route = {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Parameters as `:name`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: Shape;
  readonly responses: Readonly<Record<number, Shape | null>>;
  /** The media type of a response that is not JSON. */
  readonly mediaType?: string;
  /** The codes of errors that do not follow from access, input and limits, by status. */
  readonly errors?: Readonly<Record<number, readonly string[]>>;
  /** A body as a client would send it, for the API document. */
  readonly example?: Readonly<Record<string, unknown>>;
  /** May be called by pages of other sites (public calls and provider webhooks carry no session). */
  readonly anyOrigin?: true;
  /** How the body travels when it is not JSON. */
  readonly bodyType?: "multipart" | "raw";
  /** A GET that somebody follows from elsewhere and that takes effect: nothing but a GET may trigger it. */
  readonly sideEffectOnGet?: true;
  /** A browser may send the JSON as text/plain, the one type a beacon can carry. */
  readonly acceptsTextBody?: true;
  /** The most bytes a body may have; see `bodyLimitOf` for what holds without one. */
  readonly bodyLimit?: number;
  /** The bound on calls in a window, by client address unless the service counts something finer. */
  readonly limit?: {
    readonly points: number;
    readonly seconds: number;
    /** So many of the points each node gives away from its own memory before it asks the database, for calls that are frequent and harmless; all of them: the database is never asked. */
    readonly localPoints?: number;
  };
};

/** Returns a route with its exact type, so that neither side needs type assertions. */
export function route<const R extends Route>(definition: R): R {
  return definition;
}

/** What a body may have unless its route says otherwise, and what every form of a page may have. */
export const DEFAULT_BODY_LIMIT = 16 * 1024;
/** Clients may send an empty JSON object where nothing is expected. */
const NO_BODY_LIMIT = 1024;

/** The most bytes that the body of a call may have: what its schema needs. Uploads are measured where they are stored. */
export function bodyLimitOf(route: Route): number {
  return route.bodyLimit ?? (route.body ? DEFAULT_BODY_LIMIT : NO_BODY_LIMIT);
}

/** For public calls that read: each node counts them in its own memory, and all visitors behind one IP together stay below it. */
export const PUBLIC_READ_LIMIT = { points: 1200, seconds: 60, localPoints: 1200 } as const;

export const IdParams = z.object({
  id: z.coerce
    .number({ error: "The id must be a whole number above 0." })
    .int()
    .positive()
    .max(Number.MAX_SAFE_INTEGER),
});

type Success = 200 | 201 | 202;
/** The JSON of a successful response; `undefined` for 204 and redirects. */
export type ResponseOf<R extends Route> = [keyof R["responses"] & Success] extends [never]
  ? undefined
  : {
      [S in keyof R["responses"] & Success]: R["responses"][S] extends z.ZodType
        ? z.output<R["responses"][S]>
        : undefined;
    }[keyof R["responses"] & Success];
/** What a client sends. */
export type BodyOf<R extends Route> = R["body"] extends z.ZodType ? z.input<R["body"]> : undefined;
