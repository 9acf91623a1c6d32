import { XIcon } from "lucide-react";
import { t } from "../../contract/texts.ts";
import { formatBytes, formatWait } from "../lib/bytes.ts";
import { formatPercent } from "../lib/format.ts";
import type { UploadProgress } from "../lib/use-upload.ts";
import { Progress } from "./progress.tsx";

/** The progress of an upload, with a button to cancel it. */
export function UploadStatus({ progress, onCancel }: { progress: UploadProgress; onCancel: () => void }) {
  const { fileName, sent, total, speed, notice } = progress;
  const share = total > 0 ? Math.min(1, sent / total) : 0;
  const percent = Math.floor(share * 100);
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <div className="flex items-center justify-between gap-2">
        <p className="min-w-0 truncate text-sm font-medium" title={fileName}>
          {fileName}
        </p>
        <button
          type="button"
          aria-label={t("Cancel upload")}
          title={t("Cancel upload")}
          onClick={onCancel}
          className="-my-2 -me-2.5 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-tint hover:text-ink"
        >
          <XIcon size={20} />
        </button>
      </div>
      {notice && (
        <p role="status" className="text-sm">
          {notice}
        </p>
      )}
      <Progress label={t("Uploading {fileName}", { fileName })} share={share} />
      <p className="text-sm text-muted tabular-nums">
        <span>{share < 1 ? formatPercent(percent / 100) : t("Finishing…")}</span>
        <span>
          {" · "}
          {t("{sent} of {total}", { sent: formatBytes(sent), total: formatBytes(total) })}
        </span>
        {speed !== null && share < 1 && (
          <span>
            {" · "}
            {t("{bytes}/s", { bytes: formatBytes(speed) })}
          </span>
        )}
        {speed !== null && speed > 0 && share < 1 && (
          <span>
            {" · "}
            {t("{duration} left", { duration: formatWait((total - sent) / speed) })}
          </span>
        )}
      </p>
    </div>
  );
}
