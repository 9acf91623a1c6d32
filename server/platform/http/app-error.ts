import { type ErrorDetails, type Issue, toErrorDetails } from "../../../contract/api/errors.ts";
import type { Noun } from "../../../contract/nouns.ts";
import {
  defineMessage,
  defineMessages,
  idOf,
  type Message,
  type MessageParams,
  sentence,
} from "../../../contract/texts.ts";

type More = {
  /** The field of the input that is invalid. */
  field?: string;
  /** The errors of an input that has several fields. */
  issues?: readonly Issue[];
  /** The state that the request did not expect. */
  state?: Pick<ErrorDetails, "totalCents" | "current">;
  /** Whole seconds after which a retry may succeed, sent as `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
};

/** The only error that is sent to clients: a status, a code for programs and a message for users. The text of an `Error` is for the log. */
export class AppError extends Error {
  override name = "AppError";
  readonly status: number;
  readonly code: string;
  readonly text: Message;
  readonly issues: readonly Issue[] | undefined;
  readonly state: More["state"];
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, text: Message, more: More = {}) {
    super(sentence(text), more.cause === undefined ? undefined : { cause: more.cause });
    this.status = status;
    this.code = code;
    this.text = text;
    this.issues = more.field === undefined ? more.issues : [{ path: [more.field], message: text }];
    this.state = more.state;
    this.retryAfter = more.retryAfter;
  }
}

/** Returns the response's details about fields or the state, or undefined if there are none. */
export function detailsOf({ issues, state }: AppError): ErrorDetails | undefined {
  if (state) return { fieldErrors: {}, formErrors: [], ...state };
  return issues && toErrorDetails(issues);
}

/** Returns the first message of each field, to be shown by a page in its language. */
export function fieldMessages(issues: readonly Issue[] = []): Record<string, string> {
  const ofFields = issues.filter(({ path }) => path.length > 0).toReversed();
  return Object.fromEntries(ofFields.map(({ path, message }) => [String(path[0]), message]));
}

/** Returns true for an error about this field of the input. */
export const isOfField = (error: unknown, field: string): error is AppError =>
  error instanceof AppError && error.issues?.some(({ path }) => path[0] === field) === true;

/** Marks an error whose message is passed when it is raised, from another table. */
export const CHOSEN = { chosen: true } as const;
type Definition = readonly [
  status: number,
  /** `shared` is a message of another table, with the id that it has there. */
  text: string | { shared: Message } | typeof CHOSEN,
  /** The code is the id of the text, unless several errors share a code. */
  more?: More & { code?: string },
];
type Chosen = { message: Message } & More;
type ErrorParams<T> = T extends string
  ? MessageParams<T> & More
  : T extends { shared: Message }
    ? More
    : Chosen;
type Factory<T> =
  Partial<ErrorParams<T>> extends ErrorParams<T>
    ? (params?: ErrorParams<T>) => AppError
    : (params: ErrorParams<T>) => AppError;

/** Adds the texts of a module's errors to the catalogue, and returns a factory of each error. */
export function defineErrors<const T extends Readonly<Record<string, Definition>>>(
  area: string,
  table: T,
): { readonly [Key in keyof T]: Factory<T[Key][1]> } {
  const factories = Object.entries(table).map(([key, [status, text, fixed]]) => {
    const { code = idOf(area, key), ...more } = fixed ?? {};
    const toMessage = messageMaker(idOf(area, key), text);
    return [key, (params: Chosen) => new AppError(status, code, toMessage(params), { ...more, ...params })];
  });
  return Object.fromEntries(factories);
}

function messageMaker(id: string, text: Definition[1]): (params: Chosen) => Message {
  if (typeof text === "string") return defineMessage(id, text);
  return "shared" in text ? () => text.shared : ({ message }) => message;
}

/** The message of 404 responses. */
export const { missing } = defineMessages("http", { missing: "{noun} not found." });

export const httpErrors = defineErrors("http", {
  signedOut: [401, "Please sign in.", { code: "accounts.signed_out" }],
  profileRequired: [403, "Finish your profile first.", { code: "creators.missing" }],
  suspended: [
    403,
    "Your account is suspended. See the decision in your dashboard, where you can object.",
    { code: "accounts.suspended" },
  ],
  secondFactorRequired: [
    403,
    "Administration needs a second factor. Set one up, or confirm with it, in your security settings.",
    { code: "admin.second_factor_required" },
  ],
  adminsOnly: [403, "Admins only.", { code: "admin.only" }],
  confirmationRequired: [403, "Confirm that it is you to continue.", { code: "account.confirm" }],
  /** The same error for unknown, revoked and ended keys. */
  invalidKey: [401, "This API key is unknown, has ended or was revoked.", { code: "api_keys.invalid" }],
  scopeMissing: [403, "This API key needs the scope {scopes}.", { code: "api_keys.scope_missing" }],
  closedToKeys: [403, "API keys cannot do this. Sign in instead.", { code: "api_keys.closed" }],
  keyInUrl: [
    400,
    "An API key must not be in a URL, where others can read it. Send it as “Authorization: Bearer” and replace this key.",
    { code: "api_keys.in_url" },
  ],
  idempotencyKey: [
    400,
    "Idempotency-Key must have 1 to 255 characters of ASCII, without spaces.",
    { code: "api_keys.idempotency_key" },
  ],
  notIdempotent: [
    400,
    "This operation does not support Idempotency-Key.",
    { code: "api_keys.idempotency_unsupported" },
  ],
  idempotencyReused: [
    409,
    "This Idempotency-Key was used for another request.",
    { code: "api_keys.idempotency_reused" },
  ],
  idempotencyRunning: [
    409,
    "A request with this Idempotency-Key is still running. Please try again in a moment.",
    { code: "api_keys.idempotency_running", retryAfter: 1 },
  ],
  idempotencyLost: [
    409,
    "The request with this Idempotency-Key was carried out, but its response is lost. Read the current state.",
    { code: "api_keys.idempotency_lost" },
  ],
  foreignOrigin: [403, "This request came from another site.", { code: "foreign_origin" }],
  invalidInput: [400, "The input is not valid.", { code: "invalid_input" }],
  invalidFields: [400, CHOSEN, { code: "invalid_input" }],
  invalidCharacters: [400, "The request contains invalid characters.", { code: "invalid_input" }],
  malformed: [400, "Malformed request.", { code: "bad_request" }],
  noResource: [404, "Not found.", { code: "not_found" }],
  missing: [404, CHOSEN, { code: "not_found" }],
  timedOut: [408, "The request took too long to arrive. Please try again.", { code: "too_slow" }],
  changedMeanwhile: [409, "This was changed in another tab or on another device.", { code: "changed" }],
  tooLarge: [413, "The request is too large.", { code: "too_large" }],
  mediaType: [415, "This content type is not supported.", { code: "unsupported_media_type" }],
  headersTooLarge: [431, "The headers of the request are too large.", { code: "headers_too_large" }],
  tooOften: [429, "Too many attempts. Please wait a moment and try again.", { code: "too_often" }],
  internal: [500, "Something went wrong on our side. Please try again.", { code: "internal" }],
  unavailable: [
    503,
    "The service is not available right now. Please try again in a moment.",
    { code: "unavailable", retryAfter: 2 },
  ],
});
export const notFound = (noun: Noun) => httpErrors.missing({ message: missing({ noun }) });

/** Returns a function that passes on the result of a lookup, and throws 404 if nothing was found. */
export const orNotFound =
  (noun: Noun) =>
  <Found>(found: Found): NonNullable<Found> => {
    if (!found) throw notFound(noun);
    return found;
  };
