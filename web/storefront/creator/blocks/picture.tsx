import type { PageImage } from "../../../../contract/api/images.ts";
import { imageOfTile } from "../../../ui/image-of-tile.ts";
import { CreatorImage } from "../../../ui/tile-image.tsx";
import { FormattedText } from "../../../widgets/formatted-text.tsx";
import type { BlockProps } from "./block-props.ts";

export function Picture({ tile, index }: BlockProps) {
  const image = imageOfTile(tile);
  return (
    <figure>
      {image && <WholePicture {...{ image, tile, index }} />}
      <Caption text={tile.description} />
    </figure>
  );
}

type WholePictureProps = Omit<BlockProps, "creator"> & { image: PageImage };

/** A whole picture, or a crop of fixed shape while its dimensions are unknown, so that nothing moves when it arrives. */
export function WholePicture({ image, tile: { image_dimensions: dimensions }, index }: WholePictureProps) {
  return (
    <div className={dimensions ? "block-picture" : "block-picture is-cropped"}>
      <CreatorImage image={{ ...image, ...(dimensions && { dimensions }) }} index={index} sizes="94vw" />
    </div>
  );
}

export function Caption({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <figcaption className="block-note">
      <FormattedText text={text} headingAs="h3" />
    </figcaption>
  );
}
