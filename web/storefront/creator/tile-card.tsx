import { Fragment } from "react";
import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { PageTile } from "../../../contract/pages/pages.ts";
import { plainText } from "../../../contract/rules/formatting.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { TileSize } from "../../../contract/rules/tile-sizes.ts";
import { tileTypeRules } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { imageOfTile } from "../../ui/image-of-tile.ts";
import { platformMark } from "../../ui/platform-mark.tsx";
import { accentOf, TileImage } from "../../ui/tile-image.tsx";
import { kindOf } from "../../ui/tile-type-labels.tsx";
import { useCreatorText, usePageLanguage } from "../layout/page-language.ts";
import { relOf } from "./blurb.tsx";
import { priceOf } from "./offer.ts";
import { TileDetail } from "./tile-detail.tsx";
import { PlayTileButton } from "./tile-player.tsx";

type TileCardProps = {
  creator: PublicCreator;
  tile: PageTile;
  /** Index in the grid. */
  index: number;
  /** The rendered width of an image by the size of its tile, as in the `sizes` attribute of an image. */
  imageSizes?: Record<TileSize, string> | undefined;
  /** The page that remains when the tile's detail is closed. */
  closeHref: string;
};

/** A tile of the page, always a real link, with its detail for scripts. */
export function TileCard({ creator, tile, index, imageSizes, closeHref }: TileCardProps) {
  const face = <TileFace tile={tile} index={index} imageSizes={imageSizes} sells={creator.sells} />;
  if (!tile.active)
    return (
      // biome-ignore lint/a11y/useSemanticElements: not a group of form fields; it names a tile without a link
      <div
        role="group"
        aria-disabled="true"
        aria-label={t("{title}, not available", { title: tile.title })}
        className={`${classOf(tile)} is-off`}
        data-tile={tile.id}
      >
        {face}
      </div>
    );

  if (tileTypeRules(tile.type).opens === "new-tab" && tile.url !== null)
    return (
      <>
        <a
          className={tile.player ? "tile has-player" : "tile"}
          href={tile.url}
          target="_blank"
          rel={relOf(tile)}
          data-tile={tile.id}
        >
          {face}
        </a>
        {tile.player && (
          <>
            <PlayTileButton tile={tile} />
            <template>
              <TileDetail creator={creator} tile={tile} closeHref={closeHref} />
            </template>
          </>
        )}
      </>
    );

  return (
    <>
      <a
        className={classOf(tile)}
        href={paths.creatorTile(creator.handle, tile.id)}
        rel="nofollow"
        data-tile={tile.id}
      >
        {face}
      </a>
      <template>
        <TileDetail creator={creator} tile={tile} closeHref={closeHref} />
      </template>
    </>
  );
}

/** Returns a title whose line breaks before a dot if it is the name of a site, as of a link without a title. */
const breakable = (title: string) =>
  /\s/.test(title)
    ? title
    : title.split(/(?=\.\w)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ));

/** Returns the note of a link tile: the first line of its description, because nobody opens its detail. */
const firstLine = (description: string) => plainText(description.split(/\n/, 1)[0] ?? "").slice(0, 120);

/** Themes may change the colours of images, except images of products. */
const classOf = (tile: PageTile) => (tile.product ? "tile is-sold" : "tile");

type TileFaceProps = Pick<TileCardProps, "tile" | "index" | "imageSizes"> & Pick<PublicCreator, "sells">;

/** The face of a tile. The title precedes the image, type and price, which appear above it, so that screen readers read it first. */
export function TileFace({ tile, index, imageSizes, sells }: TileFaceProps) {
  const kind = kindOf(tile);
  const language = usePageLanguage();
  const ownText = useCreatorText();
  const { opens, sponsored } = tileTypeRules(tile.type);
  const image = imageOfTile(tile);
  const chip = tile.product && (tile.product.sold_out ? t("Sold out") : priceOf(tile, sells, language));
  return (
    <>
      <span className="tile-name" dir="auto" {...ownText}>
        {breakable(tile.title)}
        {opens === "new-tab" && tile.description && (
          <small className="tile-note">{firstLine(tile.description)}</small>
        )}
      </span>
      {tile.active && opens === "new-tab" && tile.url !== null && (
        <span className="sr-only"> {t("(opens in a new tab)")}</span>
      )}
      <TileImage
        id={tile.id}
        title={tile.title}
        image={image}
        index={index}
        sizes={imageSizes?.[tile.size]}
        className={image ? classOfPicture(tile) : ""}
        mark={opens === "new-tab" ? platformMark(tile) : null}
      >
        <span className="tile-kind">{kind.icon(15)}</span>
        {chip !== null && <span className={isLong(chip) ? "tile-chip is-long" : "tile-chip"}>{chip}</span>}
        {sponsored && <span className="tile-chip">{t("Ad")}</span>}
      </TileImage>
    </>
  );
}

/** The largest usual icon of a site, which the preview of a link returns for a page without a picture. */
const MAX_ICON_WIDTH = 192;

/** Returns the class of a picture that is shown whole: the icon of a linked site, and in upright tiles one that is nearly square or of unknown dimensions. */
function classOfPicture({ id, type, size, image_dimensions: dimensions }: PageTile): string {
  const { width = 1, height = 1 } = dimensions ?? {};
  const isSquare = Math.abs(width - height) <= 0.1 * Math.max(width, height);
  const isIcon = dimensions && isSquare && width <= MAX_ICON_WIDTH && tileTypeRules(type).opens === "new-tab";
  if (isIcon) return `is-icon accent-${accentOf(id)}`;
  return isSquare && size === "normal" ? "is-uncropped" : "";
}

/** Returns whether a price has more than five digits before its decimals, or several words. */
const isLong = (price: string) => price.length > 12 || (price.match(/\p{Nd}/gu)?.length ?? 0) > 7;
