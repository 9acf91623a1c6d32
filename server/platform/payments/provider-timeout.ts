import type { Message } from "../../../contract/texts.ts";
import { CHOSEN, defineErrors } from "../http/app-error.ts";
import { REQUEST_TIMEOUT_MS } from "../http/request-timeout.ts";
import { withTimeout } from "../timeout.ts";
import { ProviderUnavailable } from "./port.ts";

const errors = defineErrors("payments", { unavailable: [503, CHOSEN, { retryAfter: 5 }] });

/** Shorter than the request timeout, because this error message is more specific. */
export const PROVIDER_TIMEOUT_MS = REQUEST_TIMEOUT_MS - 2_000;

/**
 * Runs work that needs the provider within a request.
 * Throws a 503 with this message when it fails or takes too long.
 * The work may still finish. A retry is safe.
 */
export async function withProviderTimeout<T>(message: Message, work: () => Promise<T>): Promise<T> {
  const timedOut = () => {
    throw new ProviderUnavailable("request timed out");
  };
  try {
    return await withTimeout(work(), PROVIDER_TIMEOUT_MS, timedOut);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw errors.unavailable({ message, cause: error });
  }
}
