import { t } from "../../../contract/texts.ts";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The panel's shape while its code and data load. */
export function PanelSkeleton() {
  return (
    <div role="status" aria-label={t("Loading analytics")} className="border-t border-line">
      <div className="grid grid-cols-2 gap-px overflow-hidden bg-line lg:grid-cols-4">
        {[1, 2, 3, 4].map((card) => (
          <div key={card} className="grid gap-2.5 bg-surface px-4 py-4.5 sm:px-5">
            <Skeleton className="h-4 w-2/3 rounded-md" />
            <Skeleton className="h-7 w-1/2 rounded-md" />
            <Skeleton className="h-8 w-full rounded-md" />
          </div>
        ))}
      </div>
      <div className="grid grid-cols-1 border-t border-line lg:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)]">
        <div className="grid gap-4 px-4 py-5 sm:px-5">
          {[1, 2, 3, 4].map((row) => (
            <div key={row} className="flex items-center gap-3">
              <Skeleton className="size-8 shrink-0 rounded-[9px]" />
              <Skeleton className="h-4 w-1/2 rounded-md" />
              <Skeleton className="ms-auto h-4 w-1/5 rounded-md" />
            </div>
          ))}
        </div>
        <div className="flex items-center gap-6 border-line px-5 py-5 max-lg:border-t lg:border-s">
          <Skeleton className="size-32 shrink-0 rounded-full" />
          <div className="grid flex-1 gap-3">
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} className="h-4 rounded-md" />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
