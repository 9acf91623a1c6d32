import type { ReactNode } from "react";
import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { FileFacts } from "../../../contract/api/files.ts";
import { t } from "../../../contract/texts.ts";
import { formatBytes } from "../../lib/bytes.ts";
import type { Kind } from "../../ui/tile-type-labels.tsx";
import { SellerLine } from "../checkout/seller-line.tsx";
import { usePageLanguage } from "../layout/page-language.ts";
import { notForSale, type Priced, priceOf } from "./offer.ts";
import { Purchase, type PurchasedItem } from "./purchase.tsx";

type ItemDetailProps = {
  kind: Kind;
  /** The name of the tile or product. */
  title: ReactNode;
  /** The price, and texts beside or instead of it. */
  price: ReactNode;
  description: ReactNode;
  /** The contents of the file. */
  facts?: ReactNode;
  blurb: ReactNode;
  /** A form whose button is one of the actions. */
  fields?: ReactNode;
  seller: PublicCreator["seller"];
  actions: ReactNode;
};

/** The details and actions of a tile or product: beside its image, in the dialog and on the product's page. */
export function ItemDetail({
  kind,
  title,
  price,
  description,
  facts,
  blurb,
  fields,
  seller,
  actions,
}: ItemDetailProps) {
  return (
    <>
      <div className="detail-text">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="inline-flex items-center gap-1.5 rounded-full bg-tint px-3 py-1 text-sm font-semibold text-primary">
            {kind.icon(14)}
            {t(kind.label)}
          </span>
          {price}
        </div>
        {title}
        {description}
        {facts}
        {blurb && (
          <p dir="auto" className="text-sm wrap-anywhere text-muted">
            {blurb}
          </p>
        )}
        {fields}
        {seller && <SellerLine seller={seller} />}
      </div>
      <div className="detail-actions">{actions}</div>
    </>
  );
}

/** The contents of the files for buyers. */
export function FileLine({ file }: { file: FileFacts }) {
  return <p className="text-sm font-semibold">{filesText(file)}</p>;
}

function filesText({ kind, count = 1, ...file }: FileFacts): string {
  const size = formatBytes(file.size);
  if (count === 1)
    return kind === null ? t("File, {size}", { size }) : t("{kind} file, {size}", { kind, size });
  return kind === null
    ? t("{count, plural, one {# file} other {# files}}, {size}", { count, size })
    : t("{count, plural, one {# {kind} file} other {# {kind} files}}, {size}", { count, kind, size });
}

type OfferProps = {
  /** The label of the button. */
  action: string | null;
  product: Priced | null;
  sells: PublicCreator["sells"];
  item: PurchasedItem;
};

/** The button that starts the checkout, or the reason why there is none. */
export function Offer({ action, product, sells, item }: OfferProps) {
  const reason = notForSale({ product }, sells);
  return reason === null ? (
    <Purchase item={item}>{action}</Purchase>
  ) : (
    <p className="grow-[3] py-2.5 text-center font-semibold">{reason}</p>
  );
}

type PriceProps = { product: Priced | null; sells: PublicCreator["sells"]; note: string | null };

export function Price({ product, sells, note }: PriceProps) {
  const price = priceOf({ product }, sells, usePageLanguage());
  if (note === null) return <span className="text-lg font-bold tabular-nums">{price}</span>;
  return (
    <span className="font-semibold">
      {price && <span className="text-lg tabular-nums">{price} · </span>}
      {note}
    </span>
  );
}
