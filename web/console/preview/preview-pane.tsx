import type { UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Scheme } from "../../../contract/api/appearance.ts";
import { t } from "../../../contract/texts.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { SegmentedControl } from "../../ui/segmented-control.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type FrameTiles, type PreviewDevice, PreviewFrame } from "./preview-frame.tsx";

type PagePreviewProps = {
  query: Pick<
    UseQueryResult<{ html: string; scheme: Scheme | null }>,
    "data" | "isError" | "isFetching" | "refetch"
  >;
  scheme: Scheme;
  onScheme: (scheme: Scheme) => void;
  /** Handles clicks on tiles and marks one. Without it the page is only shown. */
  tiles?: FrameTiles;
  className: string;
  /** Classes for the height of the frame on each screen. */
  phoneHeight: string;
  wideHeight: string;
  /** More controls. */
  children?: ReactNode;
};

/** Shows the page as on a phone or a wide screen, light or dark unless the page has one scheme. After a failure, the last preview stays. */
export function PagePreview({
  query,
  scheme,
  onScheme,
  tiles,
  className,
  phoneHeight,
  wideHeight,
  children,
}: PagePreviewProps) {
  const [device, setDevice] = useState<PreviewDevice>("phone");
  const [lastHtml, setLastHtml] = useState(query.data?.html);
  if (query.data && query.data.html !== lastHtml) setLastHtml(query.data.html);
  return (
    <section
      aria-label={t("Preview")}
      className={`grid grid-cols-1 content-start gap-2 lg:gap-3 ${className}`}
    >
      <div className="grid grid-cols-2 gap-3">
        <SegmentedControl
          label={t("Screen of the preview")}
          options={[
            { value: "phone", label: t("Mobile") },
            { value: "wide", label: t("Wide") },
          ]}
          value={device}
          onChange={setDevice}
        />
        {(query.data?.scheme ?? null) === null && (
          <SegmentedControl
            label={t("Scheme of the preview")}
            options={[
              { value: "light", label: t("Light") },
              { value: "dark", label: t("Dark") },
            ]}
            value={scheme}
            onChange={onScheme}
          />
        )}
      </div>
      {children}
      {query.isError && (
        <LoadFailure onRetry={query.refetch} busy={query.isFetching}>
          {t("Couldn't load the preview.")}
        </LoadFailure>
      )}
      <div className={device === "phone" ? phoneHeight : wideHeight}>
        {lastHtml !== undefined ? (
          <PreviewFrame html={lastHtml} device={device} tiles={tiles} />
        ) : (
          !query.isError && <Skeleton className="mx-auto h-full w-80 max-w-full rounded-card" />
        )}
      </div>
    </section>
  );
}
