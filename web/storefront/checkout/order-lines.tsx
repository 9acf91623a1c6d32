import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import type { BuyerLine } from "../../../contract/api/order-lines.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Day, Money, Price } from "../layout/isolated.tsx";

/** The products of an order with several: the price, refunds and shipping of each. */
export function OrderLines({ order: { lines, currency, paid_at } }: { order: BuyerOrder }) {
  if (lines.length < 2) return null;
  return (
    <section aria-label={t("Products")} className="border-t border-line pt-5">
      <ul className="grid gap-3">
        {lines.map((line) => (
          <li key={line.id}>
            <p className="flex flex-wrap justify-between gap-x-4">
              <bdi className="wrap-anywhere">{line.name}</bdi>
              <span className="ms-auto tabular-nums">
                <Price cents={line.amount_cents} currency={currency} />
              </span>
            </p>
            {paid_at !== null && <LineState line={line} currency={currency} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function LineState({ line, currency }: { line: BuyerLine; currency: string }) {
  const { type, amount_cents, refunded_cents, shipped_at, tracking, withdrawal } = line;
  const isWithdrawn = withdrawal.reason === "withdrawn";
  const isRefunded = refunded_cents > 0 && refunded_cents >= amount_cents;
  const isDue = type === "physical" && shipped_at === null && !isWithdrawn && !isRefunded;
  return (
    <div className="text-sm text-muted">
      {isWithdrawn && <p>{t("You withdrew from the contract.")}</p>}
      {refunded_cents > 0 && (
        <p>{rich("{amount} refunded.", { amount: <Money cents={refunded_cents} currency={currency} /> })}</p>
      )}
      {isDue && <p>{t("Not shipped yet.")}</p>}
      {shipped_at !== null && (
        <p className="wrap-anywhere">
          <span>{rich("Shipped on {date}.", { date: <Day at={shipped_at} /> })}</span>{" "}
          {tracking !== null && (
            <span>
              {rich("Tracking: {number}", { number: <bdi className="font-semibold">{tracking}</bdi> })}
            </span>
          )}
        </p>
      )}
    </div>
  );
}
