import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { parseJson, readText } from "../../../json.ts";
import { ProviderUnavailable } from "../../port.ts";

/** The time limit of a call with its retries, shorter than the limit of a request that waits for it. */
const TIMEOUT_MS = 7_000;
/** The attempts at a request whose outcome is unknown, and at one whose key is still in use by another request. */
const ATTEMPTS = 2;
const CONFLICT_ATTEMPTS = 12;
const CONFLICT_DELAY_MS = 250;
const MAX_BYTES = 4 * 1024 * 1024;

const ErrorBody = z.object({
  detail: z.string().catch(""),
  field: z.string().nullish().catch(null),
  /** The code of a refusal by the endpoint of tokens (RFC 6749, 5.2). */
  error: z.string().nullish().catch(null),
});

/** Mollie has rejected a request, and would reject it again. */
export class MollieRejection extends ProviderUnavailable {
  override name = "MollieRejection";
  readonly status: number;
  /** The invalid field, by Mollie's name for it, or null if it names none. */
  readonly field: string | null;
  readonly code: string | null;
  constructor(status: number, { detail, field, error }: Partial<z.infer<typeof ErrorBody>>) {
    super(`Mollie responded ${status}: ${(detail || error || "").slice(0, 500)}`);
    this.code = error ?? null;
    this.status = status;
    this.field = field ?? null;
  }
}

export type MollieCall<Schema extends z.ZodType> = {
  method: "GET" | "POST" | "DELETE";
  /** The path below `/v2/`. */
  path: string;
  query?: Record<string, string>;
  body?: object;
  /** A UUID: repeated requests with it have one effect. Mollie keeps it for an hour. */
  key?: string;
  /** An API key or an access token. */
  token: string;
  schema: Schema;
};

/** Sends one request to Mollie's API. Throws `MollieRejection`, and `ProviderUnavailable` when the outcome is unknown. */
export type CallMollie = <Schema extends z.ZodType>(call: MollieCall<Schema>) => Promise<z.output<Schema>>;

/** Creates a client of Mollie's API. `apiBase` is the URL of a compatible server. */
export function createMollieClient({ apiBase = "https://api.mollie.com" }: { apiBase: string | undefined }) {
  const call: CallMollie = async ({ method, path, query = {}, body, key, token, schema }) => {
    const url = new URL(`/v2/${path}`, apiBase);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const request = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/hal+json",
        ...(body ? { "content-type": "application/json" } : {}),
        ...(key ? { "idempotency-key": key } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    };
    const response = await sendRepeatedly(url, request);
    const parsed = schema.safeParse(response);
    if (!parsed.success) {
      throw new ProviderUnavailable(`Mollie's response to ${method} ${url.pathname} is not as described`, {
        cause: parsed.error,
      });
    }
    return parsed.data;
  };
  return { call };
}

/** Sends a request with retries. It must be safe to repeat: a read, a deletion, or a request with a key. */
export async function sendRepeatedly(url: URL, request: RequestInit): Promise<unknown> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  for (let attempt = 1; ; attempt++) {
    const { status, body } = await send(url, { ...request, signal }).catch((cause: unknown) => {
      if (attempt >= ATTEMPTS || signal.aborted)
        throw new ProviderUnavailable("Mollie could not be reached", { cause });
      return { status: 503, body: undefined };
    });
    if (status >= 200 && status < 300) return body;
    // Mollie is still processing another request with the same key.
    const isConflict = status === 409 && "idempotency-key" in (request.headers ?? {});
    const attempts = isConflict ? CONFLICT_ATTEMPTS : status >= 500 ? ATTEMPTS : 1;
    if (attempt < attempts && !signal.aborted) {
      await delay(isConflict ? CONFLICT_DELAY_MS : 100);
      continue;
    }
    if (status === 429 || status >= 500) throw new ProviderUnavailable(`Mollie responded ${status}`);
    const { data = {} } = ErrorBody.safeParse(body);
    throw new MollieRejection(status, data);
  }
}

/** Sends a request once, and reads the JSON of its response. A redirect is an error, because it would send the token to another server. */
async function send(url: URL, request: RequestInit): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url, { ...request, redirect: "error" });
  return { status: response.status, body: fromJson(await readText(response, MAX_BYTES)) };
}

function fromJson(text: string): unknown {
  try {
    return text === "" ? undefined : parseJson(text, MAX_BYTES);
  } catch {
    return undefined;
  }
}
