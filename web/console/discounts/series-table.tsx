import { useQuery } from "@tanstack/react-query";
import type { DiscountSeries } from "../../../contract/api/discount-series.ts";
import type { Product } from "../../../contract/api/products.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { t } from "../../../contract/texts.ts";
import { formatInstant } from "../../lib/time-fields.ts";
import { Badge } from "../../ui/badge.tsx";
import { CardTable, Cell, type Column, RowHeader, TableRow } from "../../ui/card-table.tsx";
import { RowAction } from "../../ui/row-action.tsx";
import { useCreator } from "../creator-context.ts";
import { productsQuery } from "../products/queries.ts";
import { stateOf } from "./discount-draft.ts";
import { STATES } from "./discount-table.tsx";
import { codesUrl, useSwitchSeries } from "./series-queries.ts";

const COLUMNS: readonly Column[] = [
  { name: t("Name") },
  { name: t("Codes"), align: "end" },
  { name: t("Status") },
  { name: t("Actions"), align: "end" },
];

type SeriesTableProps = {
  series: readonly DiscountSeries[];
  onDelete: (series: DiscountSeries) => void;
};

export function SeriesTable({ series, onDelete }: SeriesTableProps) {
  const { data: products = [] } = useQuery(productsQuery);
  return (
    <CardTable columns={COLUMNS} from="sm">
      {series.map((each) => (
        <SeriesRow key={each.id} series={each} products={products} onDelete={onDelete} />
      ))}
    </CardTable>
  );
}

type SeriesRowProps = Pick<SeriesTableProps, "onDelete"> & {
  series: DiscountSeries;
  products: readonly Product[];
};

function SeriesRow({ series, products, onDelete }: SeriesRowProps) {
  const { id, name, count, used, active } = series;
  const { time_zone: timeZone } = useCreator();
  const { mutate: change } = useSwitchSeries();
  const { label, tone } = STATES[stateOf({ ...series, max_uses: count, uses: used }, new Date())];
  return (
    <TableRow className="grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_1fr] gap-x-3 border-t border-line px-4 py-3 sm:table-row">
      <RowHeader className="row-span-2 text-start font-normal sm:py-3 sm:ps-5">
        <span dir="auto" className="font-semibold [overflow-wrap:anywhere]">
          {name}
        </span>
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">
          {factsOf(series, products, timeZone)}
        </span>
      </RowHeader>
      <Cell className="text-end font-medium tabular-nums whitespace-nowrap sm:px-3">
        {t("{used} of {count} used", { used: formatNumber(used), count: formatNumber(count) })}
      </Cell>
      <Cell className="col-start-2 row-start-2 mt-1 text-end sm:px-3 sm:text-start">
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell className="col-span-2 -ms-3 sm:ms-0 sm:pe-2">
        <div className="flex flex-wrap sm:justify-end">
          <RowAction
            name={t("Download CSV")}
            label={t("Download CSV of {name}", { name })}
            href={codesUrl(series)}
          />
          <RowAction
            name={active ? t("Turn off") : t("Turn on")}
            label={active ? t("Turn off {name}", { name }) : t("Turn on {name}", { name })}
            onClick={() => change({ id, active: !active })}
          />
          <RowAction
            name={t("Delete")}
            label={t("Delete {name}", { name })}
            isDanger
            onClick={() => onDelete(series)}
          />
        </div>
      </Cell>
    </TableRow>
  );
}

const MAX_NAMED = 3;

/** Describes discount, products and period of a series, in the creator's time zone. */
function factsOf(series: DiscountSeries, products: readonly Product[], timeZone: string): string {
  const { percent_off, product_ids, starts_at, ends_at } = series;
  const facts = [
    t("{percent}% off", { percent: percent_off }),
    product_ids && productsText(product_ids, products),
    starts_at !== null && t("From {date}", { date: formatInstant(starts_at, timeZone) }),
    ends_at !== null && t("Until {date}", { date: formatInstant(ends_at, timeZone) }),
  ];
  return facts.filter(Boolean).join(" · ");
}

/** Names a few products, or counts them if they are more or some of them were deleted. */
function productsText(ids: readonly number[], products: readonly Product[]): string {
  const names = products.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  if (names.length === ids.length && names.length <= MAX_NAMED) return names.join(", ");
  return t("{count, plural, one {# product} other {# products}}", { count: ids.length });
}
