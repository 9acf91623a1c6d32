import type { ReactNode } from "react";
import type { Discount } from "../../../contract/api/discounts.ts";
import { formatNumber } from "../../../contract/rules/formats.ts";
import { t } from "../../../contract/texts.ts";
import { formatMoney } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { formatInstant } from "../../lib/time-fields.ts";
import { Badge, type BadgeTone } from "../../ui/badge.tsx";
import { CardTable, Cell, type Column, RowHeader, TableRow } from "../../ui/card-table.tsx";
import { RowAction } from "../../ui/row-action.tsx";
import { pageUrlOf } from "../../widgets/visitor-url.ts";
import { copyLink } from "../copy-link.ts";
import { useCreator } from "../creator-context.ts";
import { type DiscountState, stateOf } from "./discount-draft.ts";

/** The badge of each state. */
export const STATES: Record<DiscountState, { label: string; tone: BadgeTone }> = {
  active: { label: t("Active"), tone: "good" },
  scheduled: { label: t("Scheduled"), tone: "primary" },
  inactive: { label: t("Inactive"), tone: "neutral" },
  expired: { label: t("Expired"), tone: "neutral" },
  used_up: { label: t("Used up"), tone: "neutral" },
};

type DiscountTableProps = {
  discounts: readonly Discount[];
  onEdit: (discount: Discount) => void;
  onDelete: (discount: Discount) => void;
};

const COLUMNS: readonly Column[] = [
  { name: t("Code") },
  { name: t("Uses"), align: "end" },
  { name: t("Status") },
  { name: t("Actions"), align: "end" },
];

export function DiscountTable({ discounts, ...actions }: DiscountTableProps) {
  return (
    <CardTable columns={COLUMNS} from="sm">
      {discounts.map((discount) => (
        <DiscountRow key={discount.id} discount={discount} {...actions} />
      ))}
    </CardTable>
  );
}

type DiscountRowProps = Omit<DiscountTableProps, "discounts"> & { discount: Discount };

function DiscountRow({ discount, onEdit, onDelete }: DiscountRowProps) {
  const { code, uses, max_uses } = discount;
  const { label, tone } = STATES[stateOf(discount, new Date())];
  const creator = useCreator();
  const timeZone = creator.time_zone;
  /** The URL of the creator's page with the code, which the order page then applies. */
  const url = `${pageUrlOf(creator)}?${new URLSearchParams({ code })}`;
  return (
    <TableRow className="grid grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_1fr] gap-x-3 border-t border-line px-4 py-3 sm:table-row">
      <RowHeader className="row-span-2 text-start font-normal sm:py-3 sm:ps-5">
        <span className="font-semibold [overflow-wrap:anywhere]">{code}</span>
        <span className="block text-sm text-muted">{factsOf(discount, timeZone)}</span>
      </RowHeader>
      <Cell className="text-end font-medium tabular-nums whitespace-nowrap sm:px-3">
        {max_uses === null
          ? rich("{count}<phone> used</phone>", { count: formatNumber(uses), phone: onPhone })
          : rich("{count} of {max}<phone> used</phone>", {
              count: formatNumber(uses),
              max: formatNumber(max_uses),
              phone: onPhone,
            })}
      </Cell>
      <Cell className="col-start-2 row-start-2 mt-1 text-end sm:px-3 sm:text-start">
        <Badge tone={tone}>{label}</Badge>
      </Cell>
      <Cell className="col-span-2 -ms-3 sm:ms-0 sm:pe-2">
        <div className="flex flex-wrap sm:justify-end">
          <RowAction
            name={t("Copy link")}
            label={t("Copy link with {code}", { code })}
            onClick={() => copyLink(url, t("Link with {code} copied.", { code }))}
          />
          <RowAction name={t("Edit")} label={t("Edit {code}", { code })} onClick={() => onEdit(discount)} />
          <RowAction
            name={t("Delete")}
            label={t("Delete {code}", { code })}
            isDanger
            onClick={() => onDelete(discount)}
          />
        </div>
      </Cell>
    </TableRow>
  );
}

/** Describes discount, products, buyers and period of a code, in the creator's time zone. */
function factsOf(discount: Discount, timeZone: string): string {
  const { percent_off, amount_off_cents, currency, product_ids, starts_at, ends_at } = discount;
  const facts = [
    percent_off === null
      ? t("{amount} off", { amount: formatMoney(amount_off_cents ?? 0, currency ?? "") })
      : t("{percent}% off", { percent: percent_off }),
    product_ids !== null &&
      t("{count, plural, one {# product} other {# products}}", { count: product_ids.length }),
    discount.once_per_buyer && t("Once per buyer"),
    starts_at !== null && t("From {date}", { date: formatInstant(starts_at, timeZone) }),
    ends_at !== null && t("Until {date}", { date: formatInstant(ends_at, timeZone) }),
  ];
  return facts.filter(Boolean).join(" · ");
}

/** Other screens have the word as the head of the column. */
const onPhone = (inside: ReactNode) => (
  <span aria-hidden="true" className="font-normal text-muted sm:hidden">
    {inside}
  </span>
);
