import { ApiError } from "../lib/api.ts";

/** True for a call about something that nobody has any more. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** Waits for a deletion; what somebody deleted before is as gone as it was to be. */
export async function ignoreNotFound(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
