import type { ModelOf } from "../../../contract/pages/pages.ts";
import { NEWS_CONSENT } from "../../../contract/rules/consent.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { DEFAULT_PROVIDER, movesMoney } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { formatMoney } from "../../lib/format.ts";
import { sellerLine } from "../../lib/seller.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Textarea } from "../../ui/input.tsx";
import { freeAction } from "../creator/blurb.tsx";
import { Note, Problem } from "../layout/card-page.tsx";
import { Money, PayLabel } from "../layout/isolated.tsx";
import { PageField } from "../layout/page-field.tsx";
import { usePageLanguage } from "../layout/page-language.ts";
import { ConsentCheckbox } from "./consent-checkbox.tsx";
import { OfferBox, takenCents } from "./offer-box.tsx";
import { PayAddress } from "./pay-address.tsx";
import { PayAmount } from "./pay-amount.tsx";
import { PayCode } from "./pay-code.tsx";
import { PayCompany } from "./pay-company.tsx";
import { PayWithdrawal } from "./pay-withdrawal.tsx";

const RECEIPT_GOES = {
  digital: "Where the receipt and the download link go.",
  physical: "Where the receipt goes.",
  service: "Where the receipt goes, and where the seller contacts you.",
  tip: "Where the receipt goes.",
  bundle: "Where the receipt and the link to your order go.",
} as const;
const NO_RECEIPT =
  "Only the creator sees it: no receipt is emailed. After paying, keep the link of your order page.";

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
    >
      {/* The Enter key presses this button in a field. Without it, Enter would press the form's first button, which only applies a code. */}
      <button type="submit" name="action" value="pay" tabIndex={-1} aria-hidden="true" className="sr-only" />
      <Problem id="pay-problem" text={problems.form ?? null} />
      {isAsked && (
        <details open={[problems.amount, problems.choice, problems.note].some(Boolean)}>
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-semibold text-primary">
            {entries.note === "" ? "Change the amount or add a note" : "Change the amount or the note"}
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
        label="Email"
        help={sendsReceipts ? RECEIPT_GOES[product.type] : NO_RECEIPT}
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

function PayNote({ model: { entries, problems } }: { model: ModelOf<"pay"> }) {
  return (
    <Field
      label="Note to the creator"
      optional
      help={`At most ${limits.buyerNote.max} characters. Only the creator reads it.`}
      error={problems.note}
    >
      {(control) => (
        <Textarea {...control} name="note" defaultValue={entries.note} maxLength={limits.buyerNote.max} />
      )}
    </Field>
  );
}

/** Tips and free products have no discount. */
const mayTakeCode = ({ product, amount_cents, price }: ModelOf<"pay">["order"]) =>
  product.type !== "tip" && amount_cents + price.discount_cents > 0;

/** Beside a second product, the price needs the name of the first. */
const nameOfPrice = ({ product, offer }: ModelOf<"pay">["order"]) =>
  offer?.taken ? product.name : product.type === "tip" ? "Tip" : "Price";

/** The parts that a new amount, code or country changes: total, consent and button. */
function Totals({ model }: { model: ModelOf<"pay"> }) {
  const { order, entries, problems, formerTotal } = model;
  const { price, currency, seller } = order;
  const isOpen = isShippingOpen(model);
  // The server rejects a total that was not shown, so that nobody pays unseen shipping.
  const shownTotal = isOpen ? price.total_cents - price.shipping_cents : price.total_cents;
  const language = usePageLanguage();
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
          The total has changed from <Money cents={formerTotal} currency={currency} /> to{" "}
          <Money cents={price.total_cents} currency={currency} />. Nothing was charged; please check it again.
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
            name={price.discount_code === null ? "Discount" : `Discount (${price.discount_code})`}
            isUsed={price.discount_cents > 0}
          >
            {price.discount_cents > 0 ? money(-price.discount_cents) : "–"}
          </Row>
        )}
        {isOpen && <Row name="Shipping">By country</Row>}
        {!isOpen && price.shipping_cents > 0 && <Row name="Shipping">{money(price.shipping_cents)}</Row>}
        <div className="flex items-baseline justify-between gap-4 text-lg font-bold">
          <dt>
            Total{" "}
            {!isFree && (
              <span className="text-sm font-normal text-muted">
                {isOpen ? "without shipping" : taxNoteOf(seller)}
              </span>
            )}
          </dt>
          <dd className="tabular-nums">
            <bdi>{isFree ? "Free" : money(shownTotal)}</bdi>
          </dd>
        </div>
      </dl>
      {seller === null && order.countries.length > 0 && (
        <p className="text-sm text-muted">
          The seller's country is not known yet. Shipping is calculated as within it.
        </p>
      )}
      {order.needs.address && seller?.delivery_time && (
        <p className="text-sm wrap-anywhere text-muted">
          Delivery time: <bdi>{seller.delivery_time}</bdi>
        </p>
      )}
      {seller && (
        <p className="text-sm wrap-anywhere text-muted">
          {sellerLine({ name: seller.legal_name, country: seller.country, is_trader: seller.is_trader })}.{" "}
          <a className="link" href={paths.legal(order.creator.handle)}>
            Seller details
          </a>
        </p>
      )}
      <PayWithdrawal order={order} />
      {order.consent_text !== null && (
        <ConsentCheckbox name="consent" isChecked={entries.consent !== ""} problem={problems.consent}>
          {order.consent_text}
        </ConsentCheckbox>
      )}
      {isFree && (
        <ConsentCheckbox name="marketingConsent" isChecked={entries.marketingConsent !== ""}>
          {NEWS_CONSENT.text}
        </ConsentCheckbox>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" name="action" value="pay" variant="primary" size="lg" className="grow-[3]">
          {isFree ? (
            freeAction(order.product)
          ) : isOpen ? (
            "Pay"
          ) : (
            <PayLabel cents={shownTotal} currency={currency} />
          )}
        </Button>
        <noscript>
          <Button type="submit" name="action" value="update" size="lg" className="grow">
            Update total
          </Button>
        </noscript>
        <Button type="submit" name="action" value="cancel" size="lg" className="grow">
          Cancel
        </Button>
      </div>
      {movesMoney(order.provider) && !isFree && model.mode !== "sandbox" && (
        <p className="text-center text-sm text-muted">
          {order.provider === DEFAULT_PROVIDER
            ? "You enter your card on the next page, at the payment provider."
            : "You choose how to pay on the next page, at the payment provider."}
        </p>
      )}
    </div>
  );
}

/** True if shipping depends on a country that is not chosen yet. Without seller details the shipping cost is the same everywhere. */
const isShippingOpen = ({ order: { seller, countries }, entries }: ModelOf<"pay">) =>
  seller !== null && countries.length > 1 && entries.country === "";

/** Prices include taxes, unless the seller gives a reason for charging no VAT. */
const taxNoteOf = (seller: ModelOf<"pay">["order"]["seller"]) => seller?.tax_note ?? "incl. taxes";

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
