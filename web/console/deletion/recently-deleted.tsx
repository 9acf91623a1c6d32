import { History } from "lucide-react";
import { Suspense, useState } from "react";
import { t } from "../../../contract/texts.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { Deletable } from "./use-delete.ts";

/** Loaded when it is opened. */
const DeletedList = lazyPart(
  async () => (await import("./deleted-list.tsx")).DeletedList,
  () => <LoadFailure>{t("Couldn't load the list.")}</LoadFailure>,
);

/** The look of a rarely needed action below a list. */
export const quietAction =
  "inline-flex min-h-11 items-center gap-2 rounded-control text-[15px] font-medium text-muted hover:text-ink";

/** Opens the list of deleted items that can be restored. */
export function RecentlyDeleted({ kind }: { kind: Deletable<never> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={quietAction}>
        <History size={18} />
        {t("Recently deleted")}
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={t("Recently deleted")} width="sm:max-w-lg">
        <div className="grid grid-cols-1 gap-4 px-6 pt-2 pb-6">
          <Suspense fallback={<Skeleton className="h-11 rounded-control" />}>
            {isOpen && <DeletedList kind={kind} />}
          </Suspense>
        </div>
      </Dialog>
    </>
  );
}
