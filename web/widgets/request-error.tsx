import { errorMessage } from "../lib/api.ts";
import { FailureAlert } from "../ui/alert.tsx";

type RequestErrorProps = {
  error: Error | null;
  /** Shown without a message from the server. */
  fallback: string;
};

/** Explains why a request failed, if it has. */
export function RequestError({ error, fallback }: RequestErrorProps) {
  return <FailureAlert>{error && errorMessage(error, fallback)}</FailureAlert>;
}
