import { useQuery } from "@tanstack/react-query";
import type { PageContents } from "../../../contract/api/page-imports.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { pageImportsQuery, SOURCE_NAMES } from "./queries.ts";

/** Offers the rows that were read or had no room. */
export function WaitingNotice({ onReview }: { onReview: (contents: PageContents) => void }) {
  const { data } = useQuery(pageImportsQuery);
  const waiting = data?.waiting;
  if (!waiting || waiting.rows.length === 0) return null;
  const count = waiting.rows.length;
  const review = () => onReview({ ...waiting, name: null, bio: null, socials: [], left_out: [] });
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control border border-line bg-ground px-4 py-3">
      <p>
        {t("{count, plural, one {# row waits} other {# rows wait}} to be added ({source}).", {
          count,
          source: SOURCE_NAMES[waiting.source],
        })}
      </p>
      <Button onClick={review}>{t("Review")}</Button>
    </div>
  );
}
