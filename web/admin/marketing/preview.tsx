import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { MarketingDraft } from "../../../contract/marketing.ts";
import { errorMessage } from "../../lib/api.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { previewQuery } from "./queries.ts";

const PAUSE_MS = 250;

/** The mail as it will be sent, drawn by the server. Nothing in it runs, and no link in it leads anywhere. */
export function Preview({ draft }: { draft: MarketingDraft }) {
  const settled = useSettled(draft);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(previewQuery(settled));
  return (
    <section
      aria-labelledby="preview"
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface lg:sticky lg:top-5"
    >
      <div className="grid grid-cols-1 gap-3 border-b border-line p-4 sm:p-5">
        <h2 id="preview" className="text-xl">
          Preview
        </h2>
        <p className="text-[15px] [overflow-wrap:anywhere]">
          <span className="text-muted">Subject: </span>
          <bdi className="font-semibold">{draft.subject}</bdi>
        </p>
        {error && (
          <Alert
            tone="bad"
            role="alert"
            action={
              <Button onClick={() => void refetch()} busy={isFetching}>
                Try again
              </Button>
            }
          >
            {errorMessage(error, "The preview could not be drawn.")}
          </Alert>
        )}
      </div>
      {data ? (
        <iframe
          title="Preview of the email"
          sandbox=""
          srcDoc={data.html}
          aria-busy={isPlaceholderData}
          className="block h-150 w-full bg-white"
        />
      ) : (
        !error && (
          <div role="status" aria-label="Drawing the preview">
            <Skeleton className="h-150" />
          </div>
        )
      )}
    </section>
  );
}

/** What was typed, once nobody types for a moment. */
function useSettled(draft: MarketingDraft): MarketingDraft {
  const [settled, setSettled] = useState(draft);
  const text = JSON.stringify(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same words are the same draft
  useEffect(() => {
    const timer = setTimeout(() => setSettled(draft), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
