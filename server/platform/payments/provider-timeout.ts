import { AppError } from "../http/app-error.ts";
import { REQUEST_TIMEOUT_MS } from "../http/request-timeout.ts";
import { withTimeout } from "../timeout.ts";
import { ProviderUnavailable } from "./port.ts";

/** Sooner than any call is answered for taking too long: our words say more than those. */
const TIMEOUT_MS = REQUEST_TIMEOUT_MS - 2_000;

/** Does what needs the provider while somebody waits: when that fails or takes too long, answers 503 with these words. What was begun may still end; it is safe to ask again. */
export async function withProviderTimeout<T>(words: string, work: () => Promise<T>): Promise<T> {
  const timedOut = () => {
    throw new ProviderUnavailable("no answer in time");
  };
  try {
    return await withTimeout(work(), TIMEOUT_MS, timedOut);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    throw new AppError(503, "payments.unavailable", words, { retryAfter: 5, cause: error });
  }
}
