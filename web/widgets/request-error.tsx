import { errorMessage } from "../lib/api.ts";
import { Alert } from "../ui/alert.tsx";

type RequestErrorProps = {
  error: Error | null;
  /** Shown when the server sent no text. */
  fallback: string;
};

/** Says that a request failed, and why; nothing while none has. */
export function RequestError({ error, fallback }: RequestErrorProps) {
  if (!error) return null;
  return (
    <Alert tone="bad" role="alert">
      {errorMessage(error, fallback)}
    </Alert>
  );
}
