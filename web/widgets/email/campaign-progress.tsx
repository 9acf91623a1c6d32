import type { Campaign } from "../../../contract/api/marketing.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { t } from "../../../contract/texts.ts";
import { Progress } from "../../ui/progress.tsx";

type Counts = Pick<Campaign, "total" | "queued" | "sent" | "failed" | "skipped">;

/** The progress of sending an email. */
export function CampaignProgress({ subject, counts }: { subject: string; counts: Counts }) {
  const { queued, total } = counts;
  return (
    <div className="grid gap-1.5">
      {queued > 0 && (
        <Progress
          label={t("Progress of {subject}", { subject })}
          share={total === 0 ? 1 : (total - queued) / total}
        />
      )}
      <p className="text-sm text-muted tabular-nums">{countsOf(counts)}</p>
    </div>
  );
}

/** Returns the progress of an email: `3 of 5 sent, 1 failed, 1 waiting`. */
export function countsOf({ total, queued, sent, failed, skipped }: Counts): string {
  return [
    t("{sent} of {total, plural, one {# sent} other {# sent}}", { sent: formatNumber(sent), total }),
    failed > 0 && t("{count, plural, one {# failed} other {# failed}}", { count: failed }),
    skipped > 0 && t("{count, plural, one {# skipped} other {# skipped}}", { count: skipped }),
    queued > 0 && t("{count, plural, one {# waiting} other {# waiting}}", { count: queued }),
  ]
    .filter(Boolean)
    .join(", ");
}
