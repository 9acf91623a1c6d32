import "../lib/zod-config.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { createQueryClient } from "../lib/query-client.ts";
import { FeedbackWidget } from "../widgets/feedback/feedback-widget.tsx";

/** Who reads feedback must not come to somebody's order by it. */
const WITH_TOKEN = /^(\/orders|\/checkout\/mock)\/[^/]+/;

type FeedbackWithFormProps = { creatorId: number; startsOpen: boolean };

/** The console's feedback widget on a page that has neither its router nor its cache. */
export function FeedbackWithForm({ creatorId, startsOpen }: FeedbackWithFormProps) {
  // That the session has ended is said by the form itself.
  const [queryClient] = useState(() => createQueryClient({ onSignedOut: () => undefined }));
  const page = location.pathname.replace(WITH_TOKEN, "$1/:token");
  return (
    <QueryClientProvider client={queryClient}>
      <FeedbackWidget creatorId={creatorId} page={page} startsOpen={startsOpen} />
    </QueryClientProvider>
  );
}
