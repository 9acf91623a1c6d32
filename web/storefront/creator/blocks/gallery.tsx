import { CreatorImage } from "../../../ui/tile-image.tsx";
import type { BlockProps } from "./block-props.ts";
import { Caption, WholePicture } from "./picture.tsx";

/** Square pictures in full rows. A single one is shown whole. */
export function Gallery({ tile, index }: BlockProps) {
  const { images, description } = tile;
  const [first] = images;
  return (
    <figure>
      {first && images.length === 1 ? (
        <WholePicture {...{ image: first, tile, index }} />
      ) : (
        <ul className="block-gallery">
          {images.map((image, place) => (
            <li key={image.url}>
              <CreatorImage
                image={image}
                index={index + place}
                // On a phone, the first of an odd number has a row of its own.
                sizes={`(min-width:800px) 380px,${place === 0 && images.length % 2 === 1 ? 94 : 47}vw`}
              />
            </li>
          ))}
        </ul>
      )}
      <Caption text={description} />
    </figure>
  );
}
