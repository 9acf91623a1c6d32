import type { ReactNode } from "react";
import { CENTER } from "../../contract/api/images.ts";
import type { ProductImage } from "../../contract/pages/page-product.ts";
import { imageSizes } from "../../contract/rules/rules.ts";
import { firstLetter } from "../lib/format.ts";

/** The first two rows of a grid are on the screen at once; the rest loads on scroll. */
const EAGER = 6;
const ACCENTS = ["cobalt", "terracotta", "saffron", "jade", "plum"] as const;

/** The colour of a tile without an image, stable for each tile. */
export function accentOf(id: number): (typeof ACCENTS)[number] {
  return ACCENTS[Math.abs(id) % ACCENTS.length] ?? "cobalt";
}

type TileImageProps = {
  id: number;
  title: string;
  /** Its URL, optionally with description, focal point and dimensions. */
  image: string | ProductImage | null;
  /** Index in the grid, which decides what loads at once. */
  index?: number;
  /** The displayed width for the `sizes` attribute. */
  sizes?: string | undefined;
  className?: string;
  /** Replaces the first letter. */
  mark?: ReactNode;
  /** Labels on the image: price, type. */
  children?: ReactNode;
};

/**
 * The square picture of a tile: its image over its first letter on a colour, which appears without an image or if it
 * cannot be loaded (on public pages `enhanceBrokenImages` hides it). Decorative, because the title is below it, unless the
 * creator described it.
 */
export function TileImage({
  id,
  title,
  image,
  index = 0,
  sizes = "(min-width: 800px) 240px, 31vw",
  className = "",
  mark,
  children,
}: TileImageProps) {
  const picture = typeof image === "string" ? { url: image, alt: "", focus: CENTER } : image;
  return (
    <span className={`tile-picture ${className}`.trimEnd()}>
      {picture && <CreatorImage key={picture.url} image={picture} index={index} sizes={sizes} />}
      <span aria-hidden="true" className={`tile-letter accent-${accentOf(id)}`}>
        {mark || firstLetter(title)}
      </span>
      {children}
    </span>
  );
}

type CreatorImageProps = { image: ProductImage; index: number; sizes: string };

/** An image of a creator in the width that its place needs. */
export function CreatorImage({ image: { url, alt, focus, dimensions }, index, sizes }: CreatorImageProps) {
  const widths = imageSizes(url, dimensions);
  const lazy = index >= EAGER;
  return (
    <img
      alt={alt}
      style={focus.x === 50 && focus.y === 50 ? undefined : { objectPosition: `${focus.x}% ${focus.y}%` }}
      src={widths?.[1]?.url ?? url}
      srcSet={widths?.map((size) => `${size.url} ${size.width}w`).join(", ")}
      sizes={widths ? sizes : undefined}
      width={dimensions?.width ?? 480}
      height={dimensions?.height ?? 480}
      loading={lazy ? "lazy" : undefined}
      decoding={lazy ? "async" : undefined}
      fetchPriority={index < 3 ? "high" : undefined}
      referrerPolicy="no-referrer"
      onError={(event) => {
        event.currentTarget.hidden = true;
      }}
    />
  );
}
