import type { PublicCreator } from "../../../contract/creators.ts";
import type { PageTile } from "../../../contract/pages.ts";
import { tileTypeRules } from "../../../contract/tile-types.ts";
import type { Tile } from "../../../contract/tiles.ts";
import { Button } from "../../ui/button.tsx";
import { TileImage } from "../../ui/tile-image.tsx";
import { imageOf, TILE_TYPE_LABELS } from "../../ui/tile-types.tsx";
import { SellerLine } from "../../widgets/seller-line.tsx";
import { SignupForm } from "../signup/signup-form.tsx";
import { actionOf, blurbOf, noteOf, relOf } from "./blurb.ts";
import { notForSale, priceOf } from "./offer.ts";
import { Purchase } from "./purchase.tsx";
import { TileDescription } from "./tile-description.tsx";

/** The `id` of the heading: at any time one detail is in the document, all others are in templates. */
export const DETAIL_TITLE = "tile-title";

type TileDetailProps = {
  creator: PublicCreator;
  tile: PageTile;
  /** The page behind it. */
  closeHref: string;
};

/** A tile in detail. */
export function TileDetail({ creator, tile, closeHref }: TileDetailProps) {
  const { needs } = tileTypeRules(tile.type);
  const blurb = blurbOf(tile, creator.display_name);
  return (
    <>
      <DetailImage tile={tile} />
      <div className="grid grid-cols-1 gap-4 p-6">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="inline-flex items-center gap-1.5 rounded-full bg-tint px-3 py-1 text-sm font-semibold text-primary">
            {TILE_TYPE_LABELS[tile.type].icon(14)}
            {TILE_TYPE_LABELS[tile.type].label}
          </span>
          <Price tile={tile} sells={creator.sells} />
        </div>
        <h2 id={DETAIL_TITLE} dir="auto" className="text-2xl text-balance break-words">
          {tile.title}
        </h2>
        <TileDescription tile={tile} handle={creator.handle} />
        {blurb !== null && (
          <p dir="auto" className="text-sm wrap-anywhere text-muted">
            {blurb}
          </p>
        )}
        {needs === "productId" && creator.seller && <SellerLine seller={creator.seller} />}
      </div>
      <div className="bottom-0 flex flex-wrap items-start gap-2.5 border-t border-line bg-surface px-6 py-4 [@media(min-height:26rem)]:sticky">
        {needs === "url" && tile.url !== null && (
          <Button
            href={tile.url}
            target="_blank"
            rel={relOf(tile)}
            variant="primary"
            className="grow-[3]"
            data-tile={tile.id}
          >
            {actionOf(tile)}
          </Button>
        )}
        {tile.type === "signup" && <SignupForm tile={tile} />}
        {needs === "productId" && <Offer creator={creator} tile={tile} />}
        <Button href={closeHref} className="grow" data-close>
          Not now
        </Button>
      </div>
    </>
  );
}

function Offer({ creator, tile }: Pick<TileDetailProps, "creator" | "tile">) {
  const reason = notForSale(tile, creator.sells);
  return reason === null ? (
    <Purchase tileId={tile.id}>{actionOf(tile)}</Purchase>
  ) : (
    <p className="grow-[3] py-2.5 text-center font-semibold">{reason}</p>
  );
}

function DetailImage({ tile }: { tile: Tile }) {
  const image = imageOf(tile);
  const shape = image === null ? "aspect-[3/1]" : "aspect-[4/3] max-h-[44dvh]";
  return (
    <TileImage
      id={tile.id}
      title={tile.title}
      image={image}
      sizes="(min-width: 640px) 448px, 94vw"
      className={`w-full shrink-0 rounded-none ${shape} ${image === null ? "is-wide" : ""}`}
    />
  );
}

function Price({ tile, sells }: { tile: Tile; sells: PublicCreator["sells"] }) {
  const price = priceOf(tile, sells);
  const note = noteOf(tile);
  if (note === null) return price && <span className="text-lg font-bold tabular-nums">{price}</span>;
  return (
    <span className="font-semibold">
      {price && <span className="text-lg tabular-nums">{price} · </span>}
      {note}
    </span>
  );
}
