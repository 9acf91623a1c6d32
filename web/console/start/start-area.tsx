import { Sparkles } from "lucide-react";
import { Suspense } from "react";
import type { Creator } from "../../../contract/api/creators.ts";
import { t } from "../../../contract/texts.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { quietAction } from "../deletion/recently-deleted.tsx";
import type { Edited } from "../tiles/tile-actions.ts";
import type { Start } from "./use-start.ts";

/** Loaded only for an empty page. Tiles can be added without it. */
const StartGuide = lazyPart(
  async () => (await import("./start-guide.tsx")).StartGuide,
  () => null,
);

type StartAreaProps = { creator: Creator; start: Start; isEmpty: boolean; onEdit: (edited: Edited) => void };

/** The area above the tiles of a new page: a notice that it is empty, and the guide. */
export function StartArea({ creator, start, isEmpty, onEdit }: StartAreaProps) {
  return (
    <>
      {isEmpty && (
        <div className="mb-4 flex items-center justify-between gap-x-4">
          <p className="text-muted">
            {rich(
              "No tiles available yet. <part>Add the first one: a link, something you sell, or a way to support you.</part>",
              { part: (inside) => <span className="max-sm:hidden">{inside}</span> },
            )}
          </p>
          {start.step && <Button onClick={() => onEdit({ tile: null })}>{t("Add tile")}</Button>}
        </div>
      )}
      {start.step && (
        <Suspense fallback={<Skeleton className="mb-4 h-80 rounded-card" />}>
          <StartGuide
            creator={creator}
            step={start.step}
            go={start.go}
            onLinks={(links) => onEdit({ tile: null, links })}
          />
        </Suspense>
      )}
      {start.canResume && (
        <button type="button" onClick={() => start.go("profile")} className={quietAction}>
          <Sparkles size={18} />
          {t("Make your page in four steps")}
        </button>
      )}
    </>
  );
}
