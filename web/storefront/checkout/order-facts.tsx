import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import { joinByComma } from "../../../contract/rules/formats.ts";
import { priceLines } from "../../../contract/rules/price-lines.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { countryName } from "../../lib/seller.ts";
import { FactRow } from "../layout/fact-row.tsx";
import { Day, Price } from "../layout/isolated.tsx";
import { useTextIn } from "../layout/page-language.ts";
import { MailLink } from "./order-state.tsx";
import { SellerLine } from "./seller-line.tsx";

type OrderFactsProps = { order: BuyerOrder };

/** Order number, price parts and date of an order. */
export function OrderFacts({ order }: OrderFactsProps) {
  const { number, seller, company } = order;
  const lines = priceLines({
    totalCents: order.amount_cents,
    discountCents: order.discount_cents,
    discountCode: order.discount_code,
    shippingCents: order.shipping_cents,
    withTaxes: number !== null && order.amount_cents > 0 && !seller?.tax_note,
  });
  return (
    <dl className="grid gap-2">
      {number !== null && (
        <FactRow name={t("Order number")} isWhole>
          {number}
        </FactRow>
      )}
      {company?.name && (
        <FactRow name={t("Company")}>
          <bdi>{company.name}</bdi>
        </FactRow>
      )}
      {company?.vat_id && <FactRow name={t("Your VAT ID")}>{company.vat_id}</FactRow>}
      {lines.map(({ name, cents }) => (
        <FactRow key={name} name={name}>
          <Price cents={cents} currency={order.currency} />
        </FactRow>
      ))}
      {order.paid_at !== null && (
        <FactRow name={t("Date")}>
          <Day at={order.paid_at} />
        </FactRow>
      )}
    </dl>
  );
}

/** The delivery address of goods. */
export function OrderShipping({ order }: OrderFactsProps) {
  const { shipping, paid_at, seller, status, withdrawal, lines } = order;
  if (shipping === null || paid_at === null) return null;
  const { shipped_at, tracking } = shipping;
  // Nothing is shipped after a refund, a withdrawal or during a dispute.
  const isEnded = status === "refunded" || status === "disputed" || withdrawal.reason === "withdrawn";
  if (shipped_at === null && isEnded) return null;
  // Each in its own direction: a Latin city stands before its Arabic country.
  const place = (
    <>
      <bdi>{shipping.city}</bdi>
      {joinByComma(["", countryName(shipping.country)])}
    </>
  );
  // Each of several products says when it was shipped.
  if (lines.length > 1)
    return (
      <section aria-label={t("Shipping")} className="border-t border-line pt-5">
        <p className="wrap-anywhere">{rich("The goods go to {place}.", { place })}</p>
      </section>
    );
  return (
    <section aria-label={t("Shipping")} className="grid gap-1.5 border-t border-line pt-5">
      <p className="wrap-anywhere">
        <span>
          {shipped_at === null
            ? rich("Not shipped yet. It goes to {place}.", { place })
            : rich("Shipped on {date} to {place}.", { date: <Day at={shipped_at} />, place })}
        </span>{" "}
        {shipped_at === null && seller?.delivery_time && (
          <span>{rich("Delivery time: {time}.", { time: <bdi>{seller.delivery_time}</bdi> })}</span>
        )}
      </p>
      {tracking !== null && (
        <p className="wrap-anywhere">
          {rich("Tracking: {number}", { number: <bdi className="font-semibold">{tracking}</bdi> })}
        </p>
      )}
    </section>
  );
}

/** The seller, the buyer's agreement and how to get an invoice. */
export function OrderSeller({
  order: { seller, creator, consent, number, paid_at, amount_cents },
}: OrderFactsProps) {
  const ofConsent = useTextIn(consent?.language ?? "en");
  if (seller === null && consent === null) return null;
  return (
    <section
      aria-label={t("Seller and agreement")}
      className="grid grid-cols-1 gap-2 border-t border-line pt-5 text-sm text-muted"
    >
      {seller !== null && (
        <>
          <SellerLine
            seller={{ name: seller.legal_name, country: seller.country, is_trader: seller.is_trader }}
            {...(creator.handle !== "" && { handle: creator.handle })}
          />
          <address dir="auto" className="at-start whitespace-pre-line not-italic wrap-anywhere">
            {`${seller.address}\n${countryName(seller.country)}`}
          </address>
          {seller.vat_id !== null && <p>{rich("VAT ID: {id}", { id: <bdi>{seller.vat_id}</bdi> })}</p>}
          {seller.tax_note !== null && (
            <p dir="auto" className="wrap-anywhere">
              {seller.tax_note}
            </p>
          )}
        </>
      )}
      {consent !== null && (
        <p>
          {rich("You agreed on {date}: “{consent}”", {
            date: <Day at={consent.at} />,
            consent: <bdi {...ofConsent}>{consent.text}</bdi>,
          })}
        </p>
      )}
      {seller !== null && paid_at !== null && number !== null && amount_cents > 0 && (
        <p>{rich("Need an invoice? Ask {email}.", { email: <MailLink email={seller.email} /> })}</p>
      )}
    </section>
  );
}
