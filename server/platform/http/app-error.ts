import { type ErrorDetails, toErrorDetails } from "../../../contract/api/errors.ts";
import type { Noun } from "../../../contract/nouns.ts";
import { idOf, type ParamsOf, text, texts } from "../../../contract/texts.ts";

type More = {
  /** The field of the input that is invalid. */
  field?: string;
  details?: ErrorDetails;
  /** Whole seconds after which a retry may succeed; sent as `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
};

/** The only error that is sent to clients: a status, a code for programs and a text for users. */
export class AppError extends Error {
  override name = "AppError";
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails | undefined;
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, more: More = {}) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.status = status;
    this.code = code;
    this.details =
      more.field === undefined ? more.details : toErrorDetails([{ path: [more.field], message }]);
    this.retryAfter = more.retryAfter;
  }
}

/** A text that is chosen from another table where the error is raised. */
export const CHOSEN = { chosen: true } as const;
type Definition = readonly [
  status: number,
  /** `shared`: of another table, where it has its one id. */
  text: string | { shared: string } | typeof CHOSEN,
  /** The code is the id of the text, unless several errors have one. */
  more?: More & { code?: string },
];
type ErrorParams<T> = T extends string
  ? ParamsOf<T> & More
  : T extends { shared: infer S extends string }
    ? ParamsOf<S> & More
    : { message: string } & More;
type Factory<T> =
  Partial<ErrorParams<T>> extends ErrorParams<T>
    ? (params?: ErrorParams<T>) => AppError
    : (params: ErrorParams<T>) => AppError;

/** Adds the texts of a module's errors to the catalogue, and returns a factory of each error. */
export function defineErrors<const T extends Readonly<Record<string, Definition>>>(
  area: string,
  table: T,
): { readonly [Key in keyof T]: Factory<T[Key][1]> } {
  const factories = Object.entries(table).map(([key, [status, english, fixed]]) => {
    const { code = idOf(area, key), ...more } = fixed ?? {};
    if (typeof english === "string") texts(area, { [key]: english });
    const sentence =
      typeof english === "string" ? english : "shared" in english ? english.shared : "{message}";
    return [
      key,
      (params: More = {}) => new AppError(status, code, text(sentence, params), { ...more, ...params }),
    ];
  });
  return Object.fromEntries(factories);
}

/** Of each thing that an error says is missing. */
export const NOT_FOUND = "{noun} not found.";

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
  foreignOrigin: [403, "This request came from another site.", { code: "foreign_origin" }],
  invalidInput: [400, "The input is not valid.", { code: "invalid_input" }],
  invalidFields: [400, CHOSEN, { code: "invalid_input" }],
  invalidCharacters: [400, "The request contains invalid characters.", { code: "invalid_input" }],
  malformed: [400, "Malformed request.", { code: "bad_request" }],
  noResource: [404, "Not found.", { code: "not_found" }],
  missing: [404, NOT_FOUND, { code: "not_found" }],
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
export const notFound = (noun: Noun) => httpErrors.missing({ noun });

/** Returns the handler of a lookup, which throws 404 where that found nothing. */
export const orNotFound =
  (noun: Noun) =>
  <Found>(found: Found): NonNullable<Found> => {
    if (!found) throw notFound(noun);
    return found;
  };
