import { formatNumber } from "../../contract/rules/formats.ts";
import { t } from "../../contract/texts.ts";
import { formatCount } from "../lib/format.ts";
import { Button } from "./button.tsx";

type PaginationProps = {
  /** The navigation's label: `Pages: Orders`. */
  title: string;
  /** The noun for the items, singular and plural. */
  nouns: readonly [string, string];
  total: number;
  page: number;
  pages: number;
  onPageChange: (page: number) => void;
};

/** At least one, because an empty list has one page. */
export function countPages({ total, pageSize }: { total: number; pageSize: number }): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The number of items, and the previous and next page. */
export function Pagination({ title, nouns, total, page, pages, onPageChange }: PaginationProps) {
  return (
    <nav
      aria-label={t("Pages: {title}", { title })}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 sm:px-5"
    >
      <p role="status" className="text-sm text-muted tabular-nums">
        <span>{formatCount(total, nouns)}</span>
        {pages > 1 && <span>{t(", page {page} of {pages}", { page, pages: formatNumber(pages) })}</span>}
      </p>
      {pages > 1 && (
        <div className="flex gap-2.5">
          <Button disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
            {t("Previous")}
          </Button>
          <Button disabled={page >= pages} onClick={() => onPageChange(page + 1)}>
            {t("Next")}
          </Button>
        </div>
      )}
    </nav>
  );
}
