import { CENTER } from "../../../contract/api/images.ts";
import type { ProductImage } from "../../../contract/pages/page-product.ts";

/** Bounds of a place's width by height. Pictures beyond them are centred whole, such as a line of 30 to 1. */
const NARROWEST = 2 / 3;
const FLATTEST = 5;

/** True if the creator chose the visible part of a picture, which is then cropped. */
export const isCropped = ({ focus }: ProductImage): boolean => focus.x !== CENTER.x || focus.y !== CENTER.y;

/** Returns the width by height of a picture's place, or 1 if it is cropped or its dimensions are unknown. */
export function shapeOf(image: ProductImage): number {
  if (isCropped(image) || !image.dimensions) return 1;
  const { width, height } = image.dimensions;
  return toHundredths(Math.min(FLATTEST, Math.max(NARROWEST, width / height)));
}

/** In percent of the page's width, like the next ones. Leaves the next picture in sight. `storefront.css` has the same number. */
const WIDEST = 92;
const HIGHEST = 110;
/** Wider pictures are panoramas. In a row they are lower than other pictures, so that the others stay large. */
const PANORAMA = 1.5;

/** Returns the height of the row of pictures on phones: all are equally high, and the widest has the maximum width. */
export function rowHeightOf(shapes: readonly number[]): number {
  const widest = Math.max(Math.min(...shapes), Math.min(PANORAMA, Math.max(...shapes)));
  return toHundredths(Math.min(HIGHEST, WIDEST / widest));
}

/** Widths on wide screens: the first picture, and a square one below it. */
const FIRST_PX = 440;
const SQUARE_PX = 180;

/** Returns the displayed width of a picture for the `sizes` attribute. */
export function sizesOf(
  image: ProductImage,
  { index, row }: { index: number; row: { count: number; height: number } },
): string {
  const shape = shapeOf(image);
  const { width, height } = image.dimensions ?? { width: 1, height: 1 };
  // A cropped picture fills the height of its place and is wider.
  const scale = isCropped(image) ? Math.max(1, width / height) : 1;
  const px = index === 0 ? FIRST_PX : SQUARE_PX * shape;
  const percent = row.count === 1 ? 94 : Math.min(WIDEST, row.height * shape);
  return `(min-width: 700px) ${Math.round(px * scale)}px, ${Math.round(percent * scale)}vw`;
}

const toHundredths = (value: number) => Math.round(value * 100) / 100;
