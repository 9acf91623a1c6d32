import { useState } from "react";
import type { FunnelDimension, FunnelRow } from "../../../contract/api/funnel.ts";
import { formatCount, formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { NothingYet, PanelPart } from "../../widgets/analytics/panel-part.tsx";
import { moneyText, rate, rowLabel } from "./funnel-labels.ts";

type FunnelTableProps = {
  dimension: FunnelDimension;
  title: string;
  rows: readonly FunnelRow[];
  /** The key of the row that filters the other tables. */
  chosen: string | undefined;
  onChoose: (key: string | undefined) => void;
  csv: string;
};

const FIRST_ROWS = 8;

/** One table of the funnel. The name of a row filters all other tables by it. */
export function FunnelTable({ dimension, title, rows, chosen, onChoose, csv }: FunnelTableProps) {
  const [isWhole, setWhole] = useState(false);
  const hasViews = dimension !== "tile";
  const shown = isWhole ? rows : rows.filter(({ key }, place) => place < FIRST_ROWS || key === chosen);
  return (
    <PanelPart
      title={title}
      className="border-t border-line"
      note={
        rows.length > 0 && (
          <a href={csv} download className="inline-flex min-h-11 items-center print:hidden">
            Download CSV<span className="sr-only"> of {title.toLowerCase()}</span>
          </a>
        )
      }
    >
      {rows.length === 0 ? (
        <NothingYet>Nothing in this period yet.</NothingYet>
      ) : (
        <div className="-mx-4 overflow-x-auto px-4 sm:-mx-5 sm:px-5 print:mx-0 print:overflow-visible print:px-0">
          <table className="w-full border-collapse text-sm tabular-nums print:text-xs">
            <thead>
              <tr className="text-left text-muted *:py-2 *:pr-4 *:font-medium *:whitespace-nowrap *:last:pr-0 print:*:py-1 print:*:pr-2">
                <th scope="col">{title}</th>
                {hasViews && <Head>Views</Head>}
                <Head>Clicks</Head>
                <Head>Checkouts</Head>
                <Head>Sales</Head>
                <Head>{hasViews ? "Sales per view" : "Sales per click"}</Head>
                <Head>Revenue</Head>
                <Head>You keep</Head>
              </tr>
            </thead>
            <tbody>
              {shown.map((row) => (
                <Row
                  key={row.key}
                  row={row}
                  label={rowLabel(dimension, row)}
                  hasViews={hasViews}
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
          Show all {formatCount(rows.length, ["row", "rows"])}
        </Button>
      )}
    </PanelPart>
  );
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="text-right">
      {children}
    </th>
  );
}

type RowProps = {
  row: FunnelRow;
  label: string;
  hasViews: boolean;
  isChosen: boolean;
  onChoose: ((key: string | undefined) => void) | undefined;
};

function Row({ row, label, hasViews, isChosen, onChoose }: RowProps) {
  return (
    <tr
      className={`border-t border-line *:py-1 *:pr-4 *:last:pr-0 print:break-inside-avoid print:*:pr-2 ${isChosen ? "bg-tint" : ""}`}
    >
      <th scope="row" className="max-w-64 min-w-36 text-left font-medium">
        {onChoose ? (
          <button
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? undefined : row.key)}
            className="min-h-11 max-w-full truncate text-left underline decoration-line underline-offset-4 hover:decoration-current print:min-h-0 print:whitespace-normal print:no-underline"
          >
            <bdi>{label}</bdi>
          </button>
        ) : (
          <span className="inline-flex min-h-11 items-center print:min-h-0">{label}</span>
        )}
      </th>
      {hasViews && <Cell>{formatNumber(row.views)}</Cell>}
      <Cell>{formatNumber(row.clicks)}</Cell>
      <Cell>{formatNumber(row.checkouts)}</Cell>
      <Cell>{formatNumber(row.paid)}</Cell>
      <Cell>{rate(row.paid, hasViews ? row.views : row.clicks)}</Cell>
      <Cell>{moneyText(row.money, "revenue_cents")}</Cell>
      <Cell>{moneyText(row.money, "kept_cents")}</Cell>
    </tr>
  );
}

function Cell({ children }: { children: string }) {
  return <td className="text-right whitespace-nowrap">{children}</td>;
}
