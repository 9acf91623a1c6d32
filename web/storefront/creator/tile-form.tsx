import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { PageTile } from "../../../contract/pages/pages.ts";
import type { TileSize } from "../../../contract/rules/tile-sizes.ts";
import { isFormOnPage } from "../../../contract/rules/tile-types.ts";
import { imageOfTile } from "../../ui/image-of-tile.ts";
import { TileImage } from "../../ui/tile-image.tsx";
import { FormattedText } from "../../widgets/formatted-text.tsx";
import { SellerLine } from "../checkout/seller-line.tsx";
import { useCreatorText } from "../layout/page-language.ts";
import { SignupForm } from "../signup/signup-form.tsx";
import { actionOf } from "./blurb.tsx";
import { tipProductOf } from "./offer.ts";
import { SendTip, TipForm } from "./tip-form.tsx";

/** True if the tile's form is on the page. An inactive tile or a tip that cannot be paid is a plain tile instead. */
export function showsForm(tile: PageTile, sells: PublicCreator["sells"]): boolean {
  if (!tile.active || !isFormOnPage(tile)) return false;
  return tile.type === "signup" || tipProductOf(tile, sells) !== null;
}

type TileFormProps = {
  creator: PublicCreator;
  tile: PageTile;
  index: number;
  imageSizes: Record<TileSize, string>;
};

/** A tile that is its form: texts and image beside the fields. */
export function TileForm({ creator, tile, index, imageSizes }: TileFormProps) {
  const ownText = useCreatorText();
  const image = imageOfTile(tile);
  const tip = tipProductOf(tile, creator.sells);
  const titleId = `tile-${tile.id}-title`;
  return (
    <section
      id={`tile-${tile.id}`}
      aria-labelledby={titleId}
      className="tile-form mt-3 grid scroll-mt-4 gap-4 rounded-card border border-line bg-surface p-5 wrap-anywhere"
    >
      {image && (
        <TileImage
          id={tile.id}
          title={tile.title}
          image={image}
          index={index}
          sizes={imageSizes.full}
          className="col-span-full aspect-[3/1]"
        />
      )}
      <div className="min-w-0" {...ownText}>
        <h2 id={titleId} dir="auto" data-tile={tile.id} className="text-2xl">
          {tile.title}
        </h2>
        {tile.description !== null && <FormattedText text={tile.description} headingAs="h3" />}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        {tile.type === "signup" && <SignupForm tile={tile} />}
        {tip && (
          <>
            <TipForm tileId={tile.id} product={tip} />
            <SendTip tileId={tile.id}>{actionOf(tile)}</SendTip>
            {creator.seller && <SellerLine seller={creator.seller} />}
          </>
        )}
      </div>
    </section>
  );
}
