import { errorMessage } from "../lib/api.ts";
import { FailureAlert } from "../ui/alert.tsx";

type RequestErrorProps = {
  error: Error | null;
  /** Shown when the server sent no text. */
  fallback: string;
};

/** Says that a request failed, and why; nothing while none has. */
export function RequestError({ error, fallback }: RequestErrorProps) {
  return <FailureAlert>{error && errorMessage(error, fallback)}</FailureAlert>;
}
