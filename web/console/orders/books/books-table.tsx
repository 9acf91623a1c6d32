import type { OrderTotals } from "../../../../contract/api/order-totals.ts";
import { t } from "../../../../contract/texts.ts";
import { formatMoney, formatNumber } from "../../../lib/format.ts";
import { Card } from "../../../ui/card.tsx";
import { CardTable, Cell, RowHeader, TableRow } from "../../../ui/card-table.tsx";
import { unknownFees } from "../../../widgets/totals-figures.tsx";

type Row = { name: string; totals: readonly OrderTotals[] };

/** The amounts of a row. Phones omit amounts of 0. */
const FIGURES = [
  { name: t("Paid"), of: ({ amount_cents }: OrderTotals) => amount_cents },
  { name: t("Shipping included"), of: ({ shipping_cents }: OrderTotals) => shipping_cents },
  { name: t("Discounts given"), of: ({ discount_cents }: OrderTotals) => discount_cents },
  { name: t("Refunded"), of: ({ refunded_cents }: OrderTotals) => refunded_cents },
  { name: t("Disputed"), of: ({ disputed_cents }: OrderTotals) => disputed_cents },
  { name: t("Platform fee"), of: ({ fee_cents }: OrderTotals) => fee_cents },
  { name: t("Provider's fee"), of: ({ provider_fee_cents }: OrderTotals) => provider_fee_cents },
] as const;

/** The sums of periods or countries: a table on wide screens and paper, cards on phones; one row for each currency. */
export function BooksTable({ title, name, rows }: { title: string; name: string; rows: readonly Row[] }) {
  const columns = [name, t("Sales"), ...FIGURES.map((figure) => figure.name), t("Net")];
  return (
    <Card title={title}>
      <div className="-mx-4 sm:-mx-5">
        <CardTable
          columns={columns.map((each, at) => ({ name: each, ...(at > 0 && { align: "end" }) }))}
          from="lg"
        >
          {rows.flatMap((row) =>
            row.totals.map((totals) => (
              <Sums key={`${row.name} ${totals.currency}`} name={row.name} totals={totals} />
            )),
          )}
        </CardTable>
      </div>
    </Card>
  );
}

const CELL = "flex justify-between gap-3 tabular-nums lg:table-cell lg:text-end lg:whitespace-nowrap";

function Sums({ name, totals }: { name: string; totals: OrderTotals }) {
  const money = (cents: number) => formatMoney(cents, totals.currency);
  const help = unknownFees(totals);
  return (
    <TableRow className="grid grid-cols-1 gap-1 border-t border-line px-4 py-3 lg:table-row lg:*:px-2.5 lg:*:py-2.5 lg:*:first:ps-5 lg:*:last:pe-5">
      <RowHeader className="text-start font-semibold">{name}</RowHeader>
      <Cell className={CELL}>
        <span className="lg:hidden">{t("Sales")}</span>
        {formatNumber(totals.paid)}
      </Cell>
      {FIGURES.map((figure) => (
        <Cell key={figure.name} className={`${CELL} ${figure.of(totals) === 0 ? "max-lg:hidden" : ""}`}>
          <span className="text-muted lg:hidden">{figure.name}</span>
          {money(figure.of(totals))}
        </Cell>
      ))}
      <Cell className={`${CELL} font-semibold`}>
        <span className="lg:hidden">{t("Net")}</span>
        <span className="text-end">
          <span>{money(totals.gets_cents)}</span>
          {help && <span className="block text-sm font-normal whitespace-normal text-muted">{help}</span>}
        </span>
      </Cell>
    </TableRow>
  );
}
