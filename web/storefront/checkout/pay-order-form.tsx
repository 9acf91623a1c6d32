import { NEWS_CONSENT } from "../../../contract/consent.ts";
import { limits } from "../../../contract/limits.ts";
import type { PageModel } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { formatMoney } from "../../lib/format.ts";
import { sellerLine } from "../../lib/seller.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Input, Textarea } from "../../ui/input.tsx";
import { Note, Problem } from "../layout/card-page.tsx";
import { usePageLanguage } from "../layout/page-language.ts";
import { PayAddress } from "./pay-address.tsx";
import { PayAmount } from "./pay-amount.tsx";
import { PayCompany } from "./pay-company.tsx";
import { PayTick } from "./pay-tick.tsx";

type PayModel = Extract<PageModel, { page: "pay" }>;

/** A plain form that posts to its own page: *Update total* recalculates the price, *Pay* leads to the provider. */
export function PayOrderForm({ model }: { model: PayModel }) {
  const { checkoutToken, order, entries, problems } = model;
  const { product, price, needs } = order;
  const isChosen = price.minimum_cents !== null || price.suggestions.length > 0;
  return (
    <form
      method="post"
      action={paths.pay(checkoutToken)}
      noValidate
      className="grid grid-cols-1 gap-5"
      data-enhance="pay-order"
    >
      <Problem id="pay-problem" text={problems.form ?? null} />
      {isChosen && <PayAmount model={model} />}
      <Field
        label="Email"
        help={
          product.type === "digital"
            ? "Where the receipt and the download link go."
            : "Where the receipt goes."
        }
        error={problems.email}
      >
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="email"
            required={needs.email}
            defaultValue={entries.email}
            maxLength={limits.email.max}
          />
        )}
      </Field>
      {needs.address && <PayAddress model={model} />}
      {product.type === "tip" && (
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
      )}
      {product.type !== "tip" && order.amount_cents + price.discount_cents > 0 && (
        <>
          <PayCompany model={model} />
          <DiscountCode model={model} />
        </>
      )}
      <Totals model={model} />
    </form>
  );
}

function DiscountCode({ model: { entries, problems } }: { model: PayModel }) {
  return (
    <details className="group" open={entries.code !== "" || problems.code !== undefined}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-semibold text-primary">
        Enter a discount code
      </summary>
      <Field label="Discount code" error={problems.code}>
        {(control) => (
          <Input
            {...control}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            defaultValue={entries.code}
            maxLength={limits.code.max}
            data-updates=""
          />
        )}
      </Field>
    </details>
  );
}

/** What the buyer pays, agrees to and presses: everything that a changed amount, code or country changes. */
function Totals({ model }: { model: PayModel }) {
  const { order, entries, problems, formerTotal } = model;
  const { price, currency, seller } = order;
  const language = usePageLanguage();
  const money = (cents: number) => formatMoney(cents, currency, language);
  const isFree = price.total_cents === 0;
  return (
    <div className="grid grid-cols-1 gap-5" data-part="totals">
      <input type="hidden" name="totalCents" value={price.total_cents} />
      {formerTotal !== null && (
        <Note tone="warn" role="alert">
          The total has changed from {money(formerTotal)} to {money(price.total_cents)}. Nothing was charged;
          please check it again.
        </Note>
      )}
      <dl className="grid gap-1.5 border-t border-line pt-4">
        {(price.discount_cents > 0 || price.shipping_cents > 0) && (
          <Row name={order.product.type === "tip" ? "Tip" : "Price"}>{money(price.item_cents)}</Row>
        )}
        {price.discount_cents > 0 && <Row name="Discount">{money(-price.discount_cents)}</Row>}
        {price.shipping_cents > 0 && <Row name="Shipping">{money(price.shipping_cents)}</Row>}
        <div className="flex items-baseline justify-between gap-4 text-lg font-bold">
          <dt>
            Total {!isFree && <span className="text-sm font-normal text-muted">{taxNoteOf(seller)}</span>}
          </dt>
          <dd className="tabular-nums">{isFree ? "Free" : money(price.total_cents)}</dd>
        </div>
      </dl>
      {seller && (
        <p className="text-sm wrap-anywhere text-muted">
          {sellerLine({ name: seller.legal_name, country: seller.country, is_trader: seller.is_trader })}.{" "}
          <a className="link" href={paths.legal(order.creator.handle)}>
            Seller details
          </a>
        </p>
      )}
      {order.consent_text !== null && (
        <PayTick name="consent" isTicked={entries.consent !== ""} problem={problems.consent}>
          {order.consent_text}
        </PayTick>
      )}
      {isFree && (
        <PayTick name="marketingConsent" isTicked={entries.marketingConsent !== ""}>
          {NEWS_CONSENT.text}
        </PayTick>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button type="submit" name="action" value="pay" variant="primary" size="lg" className="grow-[3]">
          {isFree ? "Get it for free" : `Pay ${money(price.total_cents)}`}
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
      {order.provider === "stripe" && !isFree && model.mode !== "sandbox" && (
        <p className="text-center text-sm text-muted">
          You enter your card on the next page, at the payment provider.
        </p>
      )}
    </div>
  );
}

/** Prices are final; a seller who charges no VAT states why. */
const taxNoteOf = (seller: PayModel["order"]["seller"]) => seller?.tax_note ?? "incl. taxes";

function Row({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="tabular-nums">{children}</dd>
    </div>
  );
}
