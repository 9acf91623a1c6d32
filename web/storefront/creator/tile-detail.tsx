import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import type { PageTile } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { tileTypeRules } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { imageOfTile } from "../../ui/image-of-tile.ts";
import { TileImage } from "../../ui/tile-image.tsx";
import { kindOf } from "../../ui/tile-type-labels.tsx";
import { useCreatorText } from "../layout/page-language.ts";
import { SignupForm } from "../signup/signup-form.tsx";
import { actionOf, blurbOf, noteOf, relOf } from "./blurb.tsx";
import { FileLine, ItemDetail, Offer, Price } from "./item-detail.tsx";
import { tipProductOf } from "./offer.ts";
import { TileDescription } from "./tile-description.tsx";
import { PlayButton, PlayerLine, TilePlayer } from "./tile-player.tsx";
import { SendTip, TipForm } from "./tip-form.tsx";

/** The `id` of the heading. Only one detail at a time is in the document. The other details are in templates. */
export const DETAIL_TITLE = "tile-title";

type TileDetailProps = {
  creator: PublicCreator;
  tile: PageTile;
  /** The page behind the detail. */
  closeHref: string;
};

/** The detail of a tile. */
export function TileDetail({ creator, tile, closeHref }: TileDetailProps) {
  const { needs } = tileTypeRules(tile.type);
  const sold = needs === "productId" ? tile.product : null;
  const ownText = useCreatorText();
  const tip = tipProductOf(tile, creator.sells);
  const picture = <DetailImage tile={tile} />;
  const detail = (
    <ItemDetail
      kind={kindOf(tile)}
      title={
        <h2 id={DETAIL_TITLE} dir="auto" {...ownText} className="text-2xl text-balance break-words">
          {tile.title}
        </h2>
      }
      price={<Price product={tip ? null : tile.product} sells={creator.sells} note={noteOf(tile)} />}
      description={<TileDescription tile={tile} handle={creator.handle} />}
      facts={
        tile.player ? <PlayerLine name={tile.player.name} /> : sold?.file && <FileLine file={sold.file} />
      }
      fields={tip && <TipForm tileId={tile.id} product={tip} />}
      blurb={sold?.sold_out ? null : blurbOf(tile, creator.display_name)}
      seller={needs === "productId" ? creator.seller : null}
      actions={
        <>
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
          {tile.player && <PlayButton name={tile.player.name} />}
          {tile.type === "signup" && <SignupForm tile={tile} />}
          {tip && <SendTip tileId={tile.id}>{actionOf(tile)}</SendTip>}
          {needs === "productId" && !tip && (
            <Offer
              action={actionOf(tile)}
              product={tile.product}
              sells={creator.sells}
              item={{ tileId: tile.id }}
            />
          )}
          {sold?.slug && (
            <Button href={paths.product(creator.handle, sold.slug)} className="grow">
              {t("Product page")}
            </Button>
          )}
          <Button href={closeHref} className="grow" data-close>
            {t("Not now")}
          </Button>
        </>
      }
    />
  );
  return tile.player ? (
    <TilePlayer tile={tile} player={tile.player} picture={picture}>
      {detail}
    </TilePlayer>
  ) : (
    <>
      {picture}
      {detail}
    </>
  );
}

function DetailImage({ tile }: { tile: Tile }) {
  const image = imageOfTile(tile);
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
