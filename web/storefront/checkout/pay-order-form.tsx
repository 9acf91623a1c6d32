import type { ReactNode } from "react";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { newsConsent } from "../../../contract/rules/consent.ts";
import { DEFAULT_PROVIDER, movesMoney } from "../../../contract/rules/order-states.ts";
import { t, text } from "../../../contract/texts.ts";
import { currentLanguage } from "../../../contract/translation.ts";
import { formatMoney } from "../../lib/format.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { freeAction } from "../creator/blurb.tsx";
import { Note, Problem } from "../layout/card-page.tsx";
import { Money, PayLabel } from "../layout/isolated.tsx";
import { PageField } from "../layout/page-field.tsx";
import { useLegalText, usePageLanguage } from "../layout/page-language.ts";
import { ConsentCheckbox } from "./consent-checkbox.tsx";
import { OfferBox, takenCents } from "./offer-box.tsx";
import { PayAddress } from "./pay-address.tsx";
import { PayAmount } from "./pay-amount.tsx";
import { PayCode } from "./pay-code.tsx";
import { PayCompany } from "./pay-company.tsx";
import { PayNote } from "./pay-note.tsx";
import { PayWithdrawal } from "./pay-withdrawal.tsx";
import { SellerLine } from "./seller-line.tsx";

const RECEIPT_GOES = {
  digital: text("Where the receipt and the download link go."),
  physical: text("Where the receipt goes."),
  service: text("Where the receipt goes, and where the seller contacts you."),
  tip: text("Where the receipt goes."),
  bundle: text("Where the receipt and the link to your order go."),
} as const;
const NO_RECEIPT = text(
  "Only the creator sees it: no receipt is emailed. After paying, keep the link of your order page.",
);

/** A plain form that posts to its own page: *Update total* recalculates the price, *Pay* opens the provider. */
export function PayOrderForm({ model }: { model: ModelOf<"pay"> }) {
  const { path, order, entries, problems, sendsReceipts } = model;
  const { product, price, needs } = order;
  const isChosen = price.minimum_cents !== null || price.suggestions.length > 0;
  const isTip = product.type === "tip";
  // The creator's page has asked for both already.
  const isAsked = isTip && entries.choice !== "";
  return (
    <form
      method="post"
      action={path}
      noValidate
      className="group/pay grid grid-cols-1 gap-5"
      data-enhance="pay-order"
      data-failure={t("Couldn't start the payment. Nothing was charged. Please try again.")}
    >
      {/* The Enter key presses this button in a field. Without it, Enter would press the form's first button, which only applies a code. */}
      <button type="submit" name="action" value="pay" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <Problem id="pay-problem" text={problems.form ?? null} />
      {isAsked && (
        <details open={[problems.amount, problems.choice, problems.note].some(Boolean)}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-semibold text-primary">
            {t(entries.note === "" ? "Change the amount or add a note" : "Change the amount or the note")}
          </summary>
          <div className="grid grid-cols-1 gap-5 pt-2">
            <PayAmount model={model} />
            <PayNote model={model} />
          </div>
        </details>
      )}
      {isChosen && !isAsked && <PayAmount model={model} />}
      <PageField
        form={model}
        name="email"
        type="email"
        label={t("Email")}
        help={t(sendsReceipts ? RECEIPT_GOES[product.type] : NO_RECEIPT)}
        required={needs.email}
        optional={!needs.email}
      />
      <div className="contents" data-part="address">
        {needs.address && <PayAddress model={model} />}
      </div>
      {isTip && !isAsked && <PayNote model={model} />}
      {mayTakeCode(order) && (
        <>
          <PayCompany model={model} />
          <PayCode model={model} />
        </>
      )}
      <Totals model={model} />
    </form>
  );
}

/** Tips and free products have no discount. */
const mayTakeCode = ({ product, amount_cents, price }: ModelOf<"pay">["order"]) =>
  product.type !== "tip" && amount_cents + price.discount_cents > 0;

/** Beside a second product, the price needs the name of the first. */
const nameOfPrice = ({ product, offer }: ModelOf<"pay">["order"]) =>
  offer?.taken ? product.name : t(product.type === "tip" ? "Tip" : "Price");

/** The parts that a new amount, code or country changes: total, consent and button. */
function Totals({ model }: { model: ModelOf<"pay"> }) {
  const { order, entries, problems, formerTotal } = model;
  const { price, currency, seller } = order;
  const isOpen = isShippingOpen(model);
  // The server rejects a total that was not shown, so that nobody pays unseen shipping.
  const shownTotal = isOpen ? price.total_cents - price.shipping_cents : price.total_cents;
  const language = usePageLanguage();
  const legal = useLegalText();
  const money = (cents: number) => formatMoney(cents, currency, language);
  const isFree = price.total_cents === 0 && !isOpen;
  const takesCode = mayTakeCode(order);
  const hasParts =
    price.discount_cents > 0 || price.shipping_cents > 0 || isOpen || order.offer?.taken === true;
  return (
    <div className="grid grid-cols-1 gap-5" data-part="totals">
      <input type="hidden" name="totalCents" value={shownTotal} />
      {formerTotal !== null && (
        <Note tone="warn" role="alert">
          {rich("The total has changed from {before} to {now}. Nothing was charged; please check it again.", {
            before: <Money cents={formerTotal} currency={currency} />,
            now: <Money cents={price.total_cents} currency={currency} />,
          })}
        </Note>
      )}
      <OfferBox order={order} />
      <dl className="grid gap-1.5 border-t border-line pt-4">
        {(hasParts || takesCode) && (
          <Row name={nameOfPrice(order)} isUsed={hasParts}>
            {money(price.item_cents - takenCents(order))}
          </Row>
        )}
        {order.offer?.taken && <Row name={order.offer.name}>{money(order.offer.price_cents)}</Row>}
        {takesCode && (
          <Row
            name={
              price.discount_code === null
                ? t("Discount")
                : t("Discount ({code})", { code: price.discount_code })
            }
            isUsed={price.discount_cents > 0}
          >
            {price.discount_cents > 0 ? money(-price.discount_cents) : "–"}
          </Row>
        )}
        {(isOpen || price.shipping_cents > 0) && (
          <Row name={t("Shipping")}>{isOpen ? t("By country") : money(price.shipping_cents)}</Row>
        )}
        <div className="flex items-baseline justify-between gap-4 text-lg font-bold">
          <dt>{isFree ? t("Total") : totalLabel(isOpen, seller)}</dt>
          <dd className="tabular-nums">
            <bdi>{isFree ? t("Free") : money(shownTotal)}</bdi>
          </dd>
        </div>
      </dl>
      {seller === null && order.countries.length > 0 && (
        <p className="text-sm text-muted">
          {t("The seller's country is not known yet. Shipping is calculated as within it.")}
        </p>
      )}
      {order.needs.address && seller?.delivery_time && (
        <p className="text-sm wrap-anywhere text-muted">
          {rich("Delivery time: {time}", { time: <bdi>{seller.delivery_time}</bdi> })}
        </p>
      )}
      {seller && (
        <SellerLine
          seller={{ name: seller.legal_name, country: seller.country, is_trader: seller.is_trader }}
          handle={order.creator.handle}
        />
      )}
      <PayWithdrawal order={order} />
      {order.consent_text !== null && (
        <ConsentCheckbox name="consent" isChecked={entries.consent !== ""} problem={problems.consent}>
          <span {...legal}>{order.consent_text}</span>
        </ConsentCheckbox>
      )}
      {isFree && (
        <ConsentCheckbox name="marketingConsent" isChecked={entries.marketingConsent !== ""}>
          <span {...legal}>{newsConsent(currentLanguage()).text}</span>
        </ConsentCheckbox>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" name="action" value="pay" variant="primary" size="lg" className="grow-[3] py-2">
          {isFree ? (
            freeAction(order.product)
          ) : isOpen ? (
            t("Pay")
          ) : (
            <PayLabel cents={shownTotal} currency={currency} />
          )}
        </Button>
        <noscript>
          <Button type="submit" name="action" value="update" size="lg" className="grow">
            {t("Update total")}
          </Button>
        </noscript>
        <Button type="submit" name="action" value="cancel" size="lg" className="grow">
          {t("Cancel")}
        </Button>
      </div>
      {movesMoney(order.provider) && !isFree && model.mode !== "sandbox" && (
        <p className="text-center text-sm text-muted">
          {t(
            order.provider === DEFAULT_PROVIDER
              ? "You enter your card on the next page, at the payment provider."
              : "You choose how to pay on the next page, at the payment provider.",
          )}
        </p>
      )}
    </div>
  );
}

/** True if shipping depends on a country that is not chosen yet. Without seller details the shipping cost is the same everywhere. */
const isShippingOpen = ({ order: { seller, countries }, entries }: ModelOf<"pay">) =>
  seller !== null && countries.length > 1 && entries.country === "";

/** Prices include taxes, unless the seller gives a reason for charging no VAT. */
function totalLabel(isShippingOpen: boolean, seller: ModelOf<"pay">["order"]["seller"]) {
  const note = (inside: ReactNode) => <span className="text-sm font-normal text-muted">{inside}</span>;
  if (isShippingOpen) return rich("Total <note>without shipping</note>", { note });
  if (!seller?.tax_note) return rich("Total <note>incl. taxes</note>", { note });
  return (
    <>
      {t("Total")} {note(<bdi>{seller.tax_note}</bdi>)}
    </>
  );
}

type RowProps = {
  name: string;
  /** False while the row only keeps its place for a code, so that nothing moves under a finger. */
  isUsed?: boolean;
  children: string;
};

function Row({ name, isUsed = true, children }: RowProps) {
  return (
    <div
      className={`justify-between gap-4 ${isUsed ? "flex" : "hidden group-has-[[data-part=code][open]]/pay:flex"}`}
    >
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">
        <bdi>{children}</bdi>
      </dd>
    </div>
  );
}
