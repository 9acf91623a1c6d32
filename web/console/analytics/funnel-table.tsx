import { useState } from "react";
import type { FunnelCounts, FunnelDimension, FunnelRow } from "../../../contract/api/funnel.ts";
import { t, text } from "../../../contract/texts.ts";
import { formatNumber } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { NothingYet, PanelPart } from "../../widgets/analytics/panel-part.tsx";
import { DIMENSION_LABELS, moneyText, rate, rowLabel } from "./funnel-labels.ts";

type FunnelTableProps = {
  dimension: FunnelDimension;
  title: string;
  rows: readonly FunnelRow[];
  /** The key of the selected row, which filters the other tables. */
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  csv: string;
};

const FIRST_ROWS = 8;

const FIGURES = {
  views: ({ views }) => formatNumber(views),
  clicks: ({ clicks }) => formatNumber(clicks),
  checkouts: ({ checkouts }) => formatNumber(checkouts),
  sales: ({ paid }) => formatNumber(paid),
  perView: ({ paid, views }) => rate(paid, views),
  perClick: ({ paid, clicks }) => rate(paid, clicks),
  revenue: ({ money }) => moneyText(money, "revenue_cents"),
  net: ({ money }) => moneyText(money, "kept_cents"),
} satisfies Record<string, (row: FunnelCounts) => string>;
type Column = keyof typeof FIGURES;
const HEADS: Record<Column, string> = {
  views: text("Views"),
  clicks: text("Clicks"),
  checkouts: text("Checkouts"),
  sales: text("Sales"),
  perView: text("Sales per view"),
  perClick: text("Sales per click"),
  revenue: text("Revenue"),
  net: text("Net"),
};
const columnsWithout = (...hidden: Column[]) =>
  (Object.keys(FIGURES) as Column[]).filter((column) => !hidden.includes(column));
export const DAY_COLUMNS = columnsWithout("perView", "perClick");
const TILE_COLUMNS = columnsWithout("views", "perView");
const ROW_COLUMNS = columnsWithout("perClick");

/** A table of the funnel. A click on a row's name filters all other tables. */
export function FunnelTable({ dimension, title, rows, chosen, onChoose, csv }: FunnelTableProps) {
  const [isWhole, setWhole] = useState(false);
  const columns = dimension === "tile" ? TILE_COLUMNS : ROW_COLUMNS;
  const shown = isWhole ? rows : rows.filter(({ key }, place) => place < FIRST_ROWS || key === chosen);
  return (
    <PanelPart
      title={title}
      className="border-t border-line"
      note={rows.length > 0 && <CsvLink href={csv} label={DIMENSION_LABELS[dimension].csv} />}
    >
      {rows.length === 0 ? (
        <NothingYet>{t("Nothing in this period yet.")}</NothingYet>
      ) : (
        <div className="-mx-4 overflow-x-auto px-4 sm:-mx-5 sm:px-5 print:mx-0 print:overflow-visible print:px-0">
          <table className="w-full border-collapse text-sm tabular-nums print:text-xs">
            <thead>
              <tr className="text-start text-muted *:py-2 *:pe-4 *:font-medium *:whitespace-nowrap *:last:pe-0 print:*:py-1 print:*:pe-2">
                <th scope="col">{title}</th>
                <Heads columns={columns} />
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Row
                  key={row.key}
                  row={row}
                  label={rowLabel(dimension, row)}
                  columns={columns}
                  isChosen={row.key === chosen}
                  onChoose={row.key === "other" && dimension !== "source" ? undefined : onChoose}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {!isWhole && rows.length > shown.length && (
        <Button className="mt-3 print:hidden" onClick={() => setWhole(true)}>
          {t("Show all {count, plural, one {# row} other {# rows}}", { count: rows.length })}
        </Button>
      )}
    </PanelPart>
  );
}

type CsvLinkProps = {
  href: string;
  /** The text of the link, in which `<hidden>` marks what only screen readers read. */
  label: `${string}<hidden>${string}</hidden>`;
};

export function CsvLink({ href, label }: CsvLinkProps) {
  return (
    <a href={href} download className="inline-flex min-h-11 items-center print:hidden">
      <span>{rich(label, { hidden: (inside) => <span className="sr-only">{inside}</span> })}</span>
    </a>
  );
}

type ColumnsProps = { columns: readonly Column[] };

export function Heads({ columns }: ColumnsProps) {
  return columns.map((column) => (
    <th key={column} scope="col" className="text-end">
      {t(HEADS[column])}
    </th>
  ));
}

export function Cells({ columns, row }: ColumnsProps & { row: FunnelCounts }) {
  return columns.map((column) => (
    <td key={column} className="text-end whitespace-nowrap">
      {FIGURES[column](row)}
    </td>
  ));
}

type RowProps = ColumnsProps & {
  row: FunnelRow;
  label: string;
  isChosen: boolean;
  onChoose: ((key: string | undefined) => void) | undefined;
};

function Row({ row, label, columns, isChosen, onChoose }: RowProps) {
  return (
    <tr
      className={`border-t border-line *:py-1 *:pe-4 *:last:pe-0 print:break-inside-avoid print:*:pe-2 ${isChosen ? "bg-tint" : ""}`}
    >
      <th scope="row" className="max-w-64 min-w-36 text-start font-medium">
        {onChoose ? (
          <button
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? undefined : row.key)}
            className="min-h-11 min-w-11 max-w-full truncate text-start underline decoration-line underline-offset-4 hover:decoration-current print:min-h-0 print:whitespace-normal print:no-underline"
          >
            <bdi>{label}</bdi>
          </button>
        ) : (
          <span className="inline-flex min-h-11 items-center print:min-h-0">{label}</span>
        )}
      </th>
      <Cells columns={columns} row={row} />
    </tr>
  );
}
