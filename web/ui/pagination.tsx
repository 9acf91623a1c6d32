import { formatNumber } from "../../contract/rules/formats.ts";
import { t } from "../../contract/texts.ts";
import { Button } from "./button.tsx";

type PaginationProps = {
  /** The navigation's label: `Pages: Orders`. */
  title: string;
  /** Returns the number of items as text: `3 orders`. */
  countOf: (count: number) => string;
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
export function Pagination({ title, countOf, total, page, pages, onPageChange }: PaginationProps) {
  return (
    <nav
      aria-label={t("Pages: {title}", { title })}
      className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-3 sm:px-5"
    >
      <p role="status" className="text-sm text-muted tabular-nums">
        {pages > 1
          ? t("{items}, page {page} of {pages}", {
              items: countOf(total),
              page: formatNumber(page),
              pages: formatNumber(pages),
            })
          : countOf(total)}
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
