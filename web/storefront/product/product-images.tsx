import type { CSSProperties } from "react";
import type { PageProduct, ProductImage } from "../../../contract/pages/page-product.ts";
import { t } from "../../../contract/texts.ts";
import { TileImage } from "../../ui/tile-image.tsx";
import { isCropped, rowHeightOf, shapeOf, sizesOf } from "./picture-shapes.ts";
import { PictureViewer } from "./picture-viewer.tsx";

/**
 * All images of a product, the first one large on wide screens, in a swipeable row on phones; a letter if there is none. Each links to the whole
 * picture, which scripts open in place. Their places have the right shapes before any image arrives, so that nothing shifts.
 */
export function ProductImages({ product }: { product: PageProduct }) {
  const { id, name, images } = product;
  if (images.length === 0)
    return (
      <div className="product-images">
        <TileImage id={id} title={name} image={null} className="is-wide aspect-[3/1]!" />
      </div>
    );
  const row = { count: images.length, height: rowHeightOf(images.map(shapeOf)) };
  return (
    <div
      className="product-images"
      data-enhance="pictures"
      data-failure={t("This picture cannot be loaded.")}
    >
      <ul className="pictures" style={variables({ "--row": row.height })}>
        {images.map((image, index) => (
          <li key={image.url} style={variables({ "--shape": shapeOf(image) })}>
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
                // All but the first load on scroll.
                index={index === 0 ? 0 : index + EAGER}
                sizes={sizesOf(image, { index, row })}
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

/** Load more eagerly than `TileImage` does. */
const EAGER = 6;

const variables = (values: Readonly<Record<`--${string}`, number>>) => values as CSSProperties;

function linkName({ alt }: ProductImage, { index, count }: { index: number; count: number }): string {
  if (count === 1)
    return alt ? t("Open the picture: {description}", { description: alt }) : t("Open the picture");
  const place = { number: index + 1, count };
  return alt
    ? t("Open picture {number} of {count}: {description}", { ...place, description: alt })
    : t("Open picture {number} of {count}", place);
}
