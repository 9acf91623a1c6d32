import type { UseQueryResult } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { t } from "../../../contract/texts.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { QueryFailure } from "../loading.tsx";

type EmailPreviewProps = { subject: string; query: UseQueryResult<{ html: string }> };

/** Shows an email as it will be sent, rendered by the server. */
export function EmailPreview({ subject, query }: EmailPreviewProps) {
  const { data, error, isPlaceholderData } = query;
  return (
    <section
      aria-labelledby="preview"
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface lg:sticky lg:top-5"
    >
      <div className="grid grid-cols-1 gap-3 border-b border-line p-4 sm:p-5">
        <h2 id="preview" className="text-xl">
          {t("Preview")}
        </h2>
        <p className="text-[15px] [overflow-wrap:anywhere]">
          <span className="text-muted">{t("Subject:")} </span>
          <bdi className="font-semibold">{subject}</bdi>
        </p>
        <QueryFailure query={query} failure={t("Couldn't load the preview.")} />
      </div>
      {data ? (
        <EmailFrame html={data.html} isStale={isPlaceholderData} />
      ) : (
        !error && (
          <div role="status" aria-label={t("Loading the preview")}>
            <Skeleton className="h-150" />
          </div>
        )
      )}
    </section>
  );
}

/**
 * Shows an email in a frame without scripts, forms and links. A change replaces the content of the loaded document, so that
 * the frame keeps its scroll position. Only for that reason does it share
 * our origin.
 */
function EmailFrame({ html, isStale }: { html: string; isStale: boolean }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [first] = useState(html);
  const shown = useRef(first);
  const show = () => {
    const page = frame.current?.contentDocument;
    if (!page?.documentElement || shown.current === html) return;
    const next = new DOMParser().parseFromString(html, "text/html");
    page.replaceChild(page.adoptNode(next.documentElement), page.documentElement);
    shown.current = html;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another email changes the content
  useEffect(() => {
    // While loading, the document is empty and will be replaced; then `onLoad` shows the email.
    if (frame.current?.contentDocument?.readyState === "complete") show();
  }, [html]);
  return (
    <iframe
      ref={frame}
      title={t("Preview of the email")}
      sandbox="allow-same-origin"
      srcDoc={first}
      onLoad={show}
      aria-busy={isStale}
      className="block h-150 w-full bg-white focus:outline-2 focus:-outline-offset-2 focus:outline-primary"
    />
  );
}
