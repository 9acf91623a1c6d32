import type { CheckoutOrder } from "../../../contract/api/checkout.ts";
import { joinByComma } from "../../../contract/rules/formats.ts";
import { rich } from "../../lib/rich.ts";
import { Money } from "../layout/isolated.tsx";
import { useCreatorText } from "../layout/page-language.ts";
import { ConsentCheckbox } from "./consent-checkbox.tsx";

/** Returns the price of a second offer that the buyer has taken, or 0. */
export const takenCents = ({ offer }: Pick<CheckoutOrder, "offer">): number =>
  offer?.taken ? offer.price_cents : 0;

/** Offers a second product in a box that is not ticked in advance. A tick updates the total. */
export function OfferBox({ order: { offer, currency } }: { order: CheckoutOrder }) {
  const ownText = useCreatorText();
  if (offer === null) return null;
  return (
    <div className="rounded-control border border-line px-4 py-3">
      <ConsentCheckbox name="offer" isChecked={offer.taken} data-updates>
        <span className="block font-semibold wrap-anywhere">
          {rich("Add {product} for {price}", {
            product: <bdi {...ownText}>{offer.name}</bdi>,
            price: <Money cents={offer.price_cents} currency={currency} />,
          })}
        </span>
        {offer.parts.length > 0 && (
          <span className="block text-sm wrap-anywhere">
            {rich("With {products}", { products: <bdi {...ownText}>{joinByComma(offer.parts)}</bdi> })}
          </span>
        )}
        {offer.text !== null && (
          <span dir="auto" {...ownText} className="block text-sm text-muted wrap-anywhere">
            {offer.text}
          </span>
        )}
      </ConsentCheckbox>
    </div>
  );
}
