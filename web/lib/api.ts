import { ErrorBody, firstMessage } from "../../contract/api/errors.ts";
import type { BodyOf, ResponseOf, Route } from "../../contract/api/route.ts";
import { t } from "../../contract/texts.ts";
import { currentLanguage } from "../../contract/translation.ts";
import { confirmIdentity } from "./confirmation.ts";

/** An error response, or a request without any response (status 0). */
export class ApiError extends Error {
  override name = "ApiError";
  readonly status: number;
  readonly body: ErrorBody | undefined;

  constructor(status: number, body: ErrorBody | undefined, options?: ErrorOptions) {
    super(body?.error ?? t("Couldn't reach the server."), options);
    this.status = status;
    this.body = body;
  }
}

const UPDATED = t("This site was updated. Reload the page.");
const STALE = "stale";

/** True for a response that only a newer page can read. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.body?.code === STALE;

/** Returns the text for an error: of a field, the form or the response, otherwise the fallback. */
export function errorMessage(error: unknown, fallback: string): string {
  return error instanceof ApiError ? firstMessage(error.body, fallback) : fallback;
}

/** The header that asks for errors in the language of the console. */
export const inOwnLanguage = (): Record<string, string> => ({ "Content-Language": currentLanguage() });

export type RequestOptions<R extends Route> = {
  params?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  signal?: AbortSignal;
  /** True if the request continues when its page is left. */
  keepalive?: true;
  version?: string | null;
} & (BodyOf<R> extends undefined ? { body?: undefined } : { body: BodyOf<R> }) &
  (ChangedElsewhere<R> extends never ? unknown : Versioned);

/** The version that the change is based on. The server rejects the change if another version is saved by now. Null for a change that is right with any version. */
type Versioned = { version: string | null };
type ChangedElsewhere<R extends Route> = R extends { errors: { 409: readonly (infer Code)[] } }
  ? Extract<Code, "changed">
  : never;

/** Sends a request of the contract and parses the response with its schema. If the server wants a proof of identity, it asks for one and repeats the request. Throws `ApiError`. */
export async function request<R extends Route>(route: R, options: RequestOptions<R>): Promise<ResponseOf<R>> {
  try {
    return await send(route, options);
  } catch (error) {
    const isRefused = error instanceof ApiError && error.body?.code === "account.confirm";
    if (!isRefused || !(await confirmIdentity())) throw error;
    return send(route, options);
  }
}

async function send<R extends Route>(route: R, options: RequestOptions<R>): Promise<ResponseOf<R>> {
  const headers = inOwnLanguage();
  const init: RequestInit = { method: route.method, credentials: "same-origin", headers };
  if (options.signal) init.signal = options.signal;
  if (options.keepalive) init.keepalive = true;
  if (options.body !== undefined) {
    init.headers = {
      ...headers,
      "Content-Type": "application/json",
      ...(options.version && { "If-Match": `"${options.version}"` }),
    };
    init.body = JSON.stringify(options.body);
  }
  let response: Response;
  try {
    response = await fetch(buildUrl(route, options), init);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError(0, undefined);
  }
  if (!response.ok) throw new ApiError(response.status, await readError(response));
  const schema = route.responses[response.status];
  if (!schema) return undefined as ResponseOf<R>;
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw options.signal?.aborted ? cause : new ApiError(0, undefined);
  });
  const { data, success, error } = schema.safeParse(body);
  // The server is of another release than this page, so a retry cannot help.
  if (!success) throw new ApiError(response.status, { error: UPDATED, code: STALE }, { cause: error });
  return data as ResponseOf<R>;
}

/** Returns the URL of a route with its parameters. */
export function buildUrl(
  route: Route,
  {
    params = {},
    query = {},
  }: { params?: Record<string, string | number>; query?: Record<string, string | number | undefined> },
): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? "")),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

async function readError(response: Response): Promise<ErrorBody | undefined> {
  const parsed = ErrorBody.safeParse(await response.json().catch(() => undefined));
  return parsed.success ? parsed.data : undefined;
}
