import type { PageProduct } from "../../../contract/pages/page-product.ts";
import { TileImage } from "../../ui/tile-image.tsx";

/** All images of a product, the first one large; a letter where it has none. */
export function ProductImages({ product }: { product: PageProduct }) {
  const [first, ...others] = product.images;
  return (
    <div className="product-images grid content-start gap-3">
      <TileImage
        id={product.id}
        title={product.name}
        image={first ?? null}
        sizes="(min-width: 700px) 440px, 94vw"
        className={first ? "" : "is-wide aspect-[3/1]!"}
      />
      {others.length > 0 && (
        <ul className="grid grid-cols-4 gap-3 min-[700px]:grid-cols-2">
          {others.map((image, index) => (
            <li key={image.url}>
              <TileImage
                id={product.id}
                title={product.name}
                image={image}
                index={index + 3}
                sizes="(min-width: 700px) 214px, 22vw"
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
