import { CalendarClock } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import type { DraftTile } from "../../../contract/api/page-preview.ts";
import { t } from "../../../contract/texts.ts";
import { toLocalInput } from "../../lib/time-fields.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Input } from "../../ui/input.tsx";
import { useCreator } from "../creator-context.ts";
import { PagePreview } from "../preview/preview-pane.tsx";
import { usePagePreview, usePreviewScheme } from "../preview/use-page-preview.ts";

type EditedPageProps = {
  draft: DraftTile | null;
  /** The id of the edited tile. */
  marked: number | null;
  onChoose: (id: number) => void;
  /** Beside the tiles, or over them while it is open. */
  isBeside: boolean;
  isOpen: boolean;
  onClose: () => void;
};

/** Previews the page with unsaved changes, as of now or another time. */
export function EditedPage({ draft, marked, onChoose, isBeside, isOpen, onClose }: EditedPageProps) {
  const [scheme, setScheme] = usePreviewScheme();
  const [at, setAt] = useState<string | null>(null);
  const place = useRef(0);
  const isShown = isBeside || isOpen;
  const query = usePagePreview({ tile: draft, ...(at && { at }) }, scheme, { enabled: isShown });
  // Close the dialog once the window is wide enough for page and form.
  useEffect(() => {
    if (isBeside && isOpen) onClose();
  }, [isBeside, isOpen, onClose]);
  const inDialog = "h-[calc(100dvh-240px)]";
  const look = isBeside
    ? {
        className: "sticky top-4 pt-4.5",
        phoneHeight: "h-[min(780px,calc(100dvh-184px))]",
        wideHeight: "h-72",
      }
    : { className: "", phoneHeight: inDialog, wideHeight: inDialog };
  const page = (
    <PagePreview
      query={query}
      scheme={scheme}
      onScheme={setScheme}
      tiles={{ marked, onChoose, place }}
      {...look}
    >
      <PreviewTime at={at} onChange={setAt} />
    </PagePreview>
  );
  if (isBeside) return page;
  return (
    <Dialog open={isOpen} onClose={onClose} title={t("Your page")} width="sm:max-w-xl">
      <div className="px-4 pt-2 pb-4">{page}</div>
    </Dialog>
  );
}

type PreviewTimeProps = { at: string | null; onChange: (at: string | null) => void };

/** Chooses the time of the preview, in the creator's time zone. */
function PreviewTime({ at, onChange }: PreviewTimeProps) {
  const { time_zone: timeZone } = useCreator();
  const id = useId();
  if (at === null) {
    const now = () => toLocalInput(new Date().toISOString(), timeZone);
    return (
      <button
        type="button"
        onClick={() => onChange(now())}
        className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-control text-[15px] font-medium text-muted hover:text-ink"
      >
        <CalendarClock size={18} />
        {t("Preview another time")}
      </button>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      <label htmlFor={id} className="sr-only">
        {t("Preview the page as of")}
      </label>
      {/* An empty field keeps the current preview. */}
      <Input
        id={id}
        type="datetime-local"
        defaultValue={at}
        onChange={({ target }) => target.value !== "" && onChange(target.value)}
      />
      <Button onClick={() => onChange(null)}>{t("Now")}</Button>
    </div>
  );
}
