import type { ErrorDetails } from "../../../contract/api/errors.ts";

/** The only error that is sent to clients: a status, a code for programs and a text for users. */
export class AppError extends Error {
  override name = "AppError";
  readonly status: number;
  readonly code: string;
  readonly details: ErrorDetails | undefined;
  /** Whole seconds after which a retry may succeed; sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    more: { details?: ErrorDetails; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.status = status;
    this.code = code;
    this.details = more.details;
    this.retryAfter = more.retryAfter;
  }
}

/** Returns an error of one field. */
export function fieldError(status: number, code: string, field: string, message: string): AppError {
  return new AppError(status, code, message, {
    details: { fieldErrors: { [field]: [message] }, formErrors: [] },
  });
}

export const signedOut = () => new AppError(401, "accounts.signed_out", "Please sign in.");
export const profileRequired = () => new AppError(403, "creators.missing", "Finish your profile first.");
export const notFound = (what: string) => new AppError(404, "not_found", `${what} not found.`);
export const unavailable = (cause?: unknown) =>
  new AppError(503, "unavailable", "The service is not available right now. Please try again in a moment.", {
    retryAfter: 2,
    cause,
  });
