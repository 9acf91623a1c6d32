import { CENTER } from "../../../contract/api/images.ts";
import type { ProductImage } from "../../../contract/pages/page-product.ts";

/** Width by height of the places that pictures may have. Those beyond are whole in the middle of their place, such as a line of 30 to 1. */
const NARROWEST = 2 / 3;
const FLATTEST = 5;

/** A picture is cropped only where its creator chose what stays visible. */
export const isCropped = ({ focus }: ProductImage): boolean => focus.x !== CENTER.x || focus.y !== CENTER.y;

/** Returns width by height of a picture's place: those of the picture; 1 where it is cropped, or they are not known. */
export function shapeOf(image: ProductImage): number {
  if (isCropped(image) || !image.dimensions) return 1;
  const { width, height } = image.dimensions;
  return toHundredths(Math.min(FLATTEST, Math.max(NARROWEST, width / height)));
}

/** In percent of the width of the page, as all that follows: leaves the next picture in sight. `storefront.css` has the same figure. */
const WIDEST = 92;
const HIGHEST = 110;
/** From this shape on pictures are panoramas: beside others they are lower, so that the others do not become small. */
const PANORAMA = 1.5;

/** Returns the height of the row in which pictures of these shapes are swiped on phones: all are equally high, and the widest is as wide as one may be. */
export function rowHeightOf(shapes: readonly number[]): number {
  const widest = Math.max(Math.min(...shapes), Math.min(PANORAMA, Math.max(...shapes)));
  return toHundredths(Math.min(HIGHEST, WIDEST / widest));
}

/** Widths on wide screens: of the first picture, and of a square one below it. */
const FIRST_PX = 440;
const SQUARE_PX = 180;

/** Returns the width at which a picture is shown, as in the `sizes` attribute of an image. */
export function sizesOf(
  image: ProductImage,
  { index, row }: { index: number; row: { count: number; height: number } },
): string {
  const shape = shapeOf(image);
  const { width, height } = image.dimensions ?? { width: 1, height: 1 };
  // What is cropped is as high as its place, and wider.
  const scale = isCropped(image) ? Math.max(1, width / height) : 1;
  const px = index === 0 ? FIRST_PX : SQUARE_PX * shape;
  const percent = row.count === 1 ? 94 : Math.min(WIDEST, row.height * shape);
  return `(min-width: 700px) ${Math.round(px * scale)}px, ${Math.round(percent * scale)}vw`;
}

const toHundredths = (value: number) => Math.round(value * 100) / 100;
