import { CreatorImage } from "../../../ui/tile-image.tsx";
import { imageOf } from "../../../ui/tile-type-labels.tsx";
import { FormattedText } from "../../../widgets/formatted-text.tsx";
import type { BlockProps } from "./block-props.ts";

/** A whole picture, or a crop of fixed shape while its dimensions are unknown, so that nothing moves when it arrives. */
export function Picture({ tile, index }: BlockProps) {
  const image = imageOf(tile);
  const dimensions = tile.image_dimensions;
  return (
    <figure className={dimensions ? "block-picture" : "block-picture is-cropped"}>
      {image && (
        <CreatorImage image={{ ...image, ...(dimensions && { dimensions }) }} index={index} sizes="94vw" />
      )}
      {tile.description !== null && (
        <figcaption>
          <FormattedText text={tile.description} headingAs="h3" />
        </figcaption>
      )}
    </figure>
  );
}
