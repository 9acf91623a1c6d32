import { CENTER, type PageImage } from "../../../contract/api/images.ts";
import type { PageProduct } from "../../../contract/pages/page-product.ts";
import { TileImage } from "../../ui/tile-image.tsx";
import { PictureViewer } from "./picture-viewer.tsx";

/** All images of a product, the first one large on wide screens, in a row to swipe on phones; a letter where it has none. Each is a link to the whole picture, which scripts open in place. */
export function ProductImages({ product }: { product: PageProduct }) {
  const { id, name, images } = product;
  if (images.length === 0)
    return (
      <div className="product-images">
        <TileImage id={id} title={name} image={null} className="is-wide aspect-[3/1]!" />
      </div>
    );
  return (
    <div className="product-images" data-enhance="pictures">
      <ul className="pictures">
        {images.map((image, index) => (
          <li key={image.url}>
            <a
              href={image.url}
              rel="noreferrer"
              className="picture-link"
              aria-label={linkName(image, { index, count: images.length })}
            >
              <TileImage
                id={id}
                title={name}
                image={image}
                // After the first one they wait for the scroll.
                index={index === 0 ? 0 : index + EAGER}
                sizes={index === 0 ? FIRST : OTHERS}
                className={isCropped(image) ? "" : "is-whole"}
              />
            </a>
          </li>
        ))}
      </ul>
      <PictureViewer name={name} hasSeveral={images.length > 1} />
    </div>
  );
}

/** More than what `TileImage` loads at once. */
const EAGER = 6;
const FIRST = "(min-width: 700px) 440px, 94vw";
const OTHERS = "(min-width: 700px) 214px, 84vw";

/** A picture is cropped only where its creator chose what stays visible. */
const isCropped = ({ focus }: PageImage) => focus.x !== CENTER.x || focus.y !== CENTER.y;

function linkName({ alt }: PageImage, { index, count }: { index: number; count: number }): string {
  const place = count > 1 ? `picture ${index + 1} of ${count}` : "the picture";
  return `Open ${place}${alt ? `: ${alt}` : ""}`;
}
