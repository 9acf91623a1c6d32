import { defineErrors } from "../http/app-error.ts";

const FULL = new Set(["ENOSPC", "EDQUOT"]);

/** Returns the error `storage.full` for a full disk. Returns other errors unchanged. */
export function toStorageError(error: unknown): unknown {
  return FULL.has(errorCode(error) ?? "") ? storageErrors.full({ cause: error }) : error;
}

export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export const storageErrors = defineErrors("storage", {
  full: [507, "The storage of this site is full. Please try again later."],
  away: [503, "Files are unavailable right now. Please try again shortly.", { retryAfter: 5 }],
});
