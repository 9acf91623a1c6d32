import { ErrorBody } from "../../contract/api/errors.ts";
import type { ResponseOf, Route } from "../../contract/api/route.ts";

/** A request that a test can inspect afterwards. */
export type RecordedRequest = {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
  /** The base version in `If-Match`. */
  version: string | null;
};

type Failure = { status: number; error: string; code?: string; details?: ErrorBody["details"] };
type Respond<R extends Route> = (request: RecordedRequest) => ResponseOf<R> | Promise<ResponseOf<R>>;
type Handler = { route: Route; respond: (request: RecordedRequest) => Promise<Response> };

let handlers: Handler[] = [];
let unexpectedRequests: string[] = [];
const realFetch = window.fetch;

/** Replaces the server for the routes of a test. Every response is checked against the contract. */
export function createFakeServer() {
  window.fetch = (input, init) => sendFakeResponse(new Request(input, init));

  /** Returns the requests to the route from now on. The last definition of a route applies. */
  const add = (route: Route, respond: (request: RecordedRequest) => Promise<Response>): RecordedRequest[] => {
    const requests: RecordedRequest[] = [];
    handlers.unshift({
      route,
      respond: (request) => {
        requests.push(request);
        return respond(request);
      },
    });
    return requests;
  };

  return {
    /** Responds with a success: a body, or a function of the request, which may wait. */
    respond<R extends Route>(route: R, body: ResponseOf<R> | Respond<R>): RecordedRequest[] {
      return add(route, async (request) => {
        const result = typeof body === "function" ? await (body as Respond<R>)(request) : body;
        const isEmpty = result === undefined && 204 in route.responses;
        const status = isEmpty ? 204 : Number(Object.keys(route.responses)[0]);
        const schema = route.responses[status];
        return schema ? Response.json(schema.parse(result), { status }) : new Response(null, { status });
      });
    },
    /** Responds with an error in the contract's shape. */
    fail(route: Route, { status, ...body }: Failure): RecordedRequest[] {
      return add(route, async () =>
        Response.json(ErrorBody.parse({ code: "test_failure", ...body }), { status }),
      );
    },
    /** Rejects the input with an error of a field. */
    reject(route: Route, fieldErrors: Record<string, string>, status = 400): RecordedRequest[] {
      const errors = Object.entries(fieldErrors).map(([field, message]) => [field, [message]]);
      const details = { fieldErrors: Object.fromEntries(errors), formErrors: [] };
      return this.fail(route, { status, error: "Refused.", details });
    },
    /** Responds with another success status than the route's first. */
    respondWith(route: Route, status: number, body: unknown): RecordedRequest[] {
      return add(route, async () => Response.json(route.responses[status]?.parse(body), { status }));
    },
    /** Fails like a broken connection. */
    disconnect(route: Route): RecordedRequest[] {
      return add(route, () => Promise.reject(new TypeError("Failed to fetch")));
    },
  };
}

export type FakeServer = ReturnType<typeof createFakeServer>;

/** Returns the unexpected requests. */
export function removeFakeServer(): string[] {
  window.fetch = realFetch;
  const left = unexpectedRequests;
  handlers = [];
  unexpectedRequests = [];
  return left;
}

async function sendFakeResponse(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  // Other requests belong to the test runner.
  if (!pathname.startsWith("/api/")) return realFetch(request);
  for (const { route, respond } of handlers) {
    const params = route.method === request.method && matchPath(route.path, pathname);
    if (!params) continue;
    const text = await request.text();
    return respond({
      params,
      query: Object.fromEntries(searchParams),
      body: text === "" ? undefined : (JSON.parse(text) as unknown),
      version: request.headers.get("If-Match"),
    });
  }
  unexpectedRequests.push(`${request.method} ${pathname}`);
  return Response.json({ error: "No fake response.", code: "not_found" }, { status: 404 });
}

function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const expected = pattern.split("/");
  const actual = pathname.split("/");
  if (expected.length !== actual.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of expected.entries()) {
    const value = actual[index] ?? "";
    if (part.startsWith(":")) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
}
