import type { OrderBase } from "../../../contract/api/buyer-orders.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { TileImage } from "../../ui/tile-image.tsx";
import { creatorName } from "../layout/creator-name.ts";
import { Price } from "../layout/isolated.tsx";
import { useCreatorText } from "../layout/page-language.ts";

const KINDS = {
  digital: text("Digital product by {creator}"),
  physical: text("Physical product by {creator}"),
  service: text("Service by {creator}"),
  tip: text("Tip for {creator}"),
  bundle: text("Bundle by {creator}"),
} as const;

type OrderSummaryProps = {
  order: OrderBase;
  /** The price before discount and shipping. */
  priceCents: number;
  /** The number of products in the order, if it is paid. A bundle alone is one. */
  products?: number;
};

/** The product, the seller and the price. */
export function OrderSummary({ order, priceCents, products = 1 }: OrderSummaryProps) {
  const { product, creator } = order;
  const ownText = useCreatorText();
  const seller =
    creator.handle === "" ? (
      creatorName(creator)
    ) : (
      <a href={paths.creator(creator.handle)} className="link">
        <bdi {...ownText}>{creator.display_name}</bdi>
      </a>
    );
  return (
    <div className="flex flex-wrap items-center gap-3 border-y border-line py-4 sm:gap-4">
      <TileImage
        id={product.accent_id ?? product.name.length}
        title={product.name}
        image={product.media_url}
        sizes="72px"
        className="w-14 shrink-0 sm:w-18 rounded-card"
      />
      <div className="min-w-0 grow basis-24">
        <p dir="auto" {...ownText} className="at-start leading-snug font-semibold break-words">
          {product.name}
        </p>
        <p className="text-sm break-words text-muted">
          {products === 1
            ? rich(KINDS[product.type], { creator: seller })
            : rich("{count, plural, one {# product} other {# products}} by {creator}", {
                count: products,
                creator: seller,
              })}
        </p>
      </div>
      <p className="ms-auto shrink-0 text-lg font-bold tabular-nums" data-part="price">
        <Price cents={priceCents} currency={order.currency} />
      </p>
    </div>
  );
}
