import { type ReactNode, useEffect, useRef, useState } from "react";
import { imageSizes } from "../../contract/rules.ts";
import { firstLetter } from "../lib/format.ts";

/** The first two rows of a grid are on the screen at once; what follows waits for the scroll. */
const EAGER = 6;
const ACCENTS = ["cobalt", "terracotta", "saffron", "jade", "plum"] as const;

/** The colour of a tile without an image: always the same for the same tile. */
export function accentOf(id: number): (typeof ACCENTS)[number] {
  return ACCENTS[Math.abs(id) % ACCENTS.length] ?? "cobalt";
}

type TileImageProps = {
  id: number;
  title: string;
  image: string | null;
  /** Place in the grid, from 0: decides what loads at once. */
  index?: number;
  /** The drawn width, as in the attribute of an image. */
  sizes?: string;
  className?: string;
  /** What lies on the picture: price, kind. */
  children?: ReactNode;
};

/** The square picture of a tile: its image, or its first letter on a colour. Decorative: the title stands below. */
export function TileImage({
  id,
  title,
  image,
  index = 0,
  sizes = "(min-width: 800px) 240px, 31vw",
  className = "",
  children,
}: TileImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = image !== null && image !== broken;
  return (
    <span className={`tile-picture ${shown ? "" : `accent-${accentOf(id)}`} ${className}`}>
      {shown ? (
        <Picture url={image} index={index} sizes={sizes} onBroken={() => setBroken(image)} />
      ) : (
        <span aria-hidden="true" className="tile-letter">
          {firstLetter(title)}
        </span>
      )}
      {children}
    </span>
  );
}

type PictureProps = { url: string; index: number; sizes: string; onBroken: () => void };

function Picture({ url, index, sizes, onBroken }: PictureProps) {
  const element = useRef<HTMLImageElement>(null);
  const widths = imageSizes(url);
  const lazy = index >= EAGER;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an image that failed before scripts ran sends no event; once per address
  useEffect(() => {
    const image = element.current;
    if (image?.complete && image.naturalWidth === 0 && !lazy) onBroken();
  }, [url]);
  return (
    <img
      ref={element}
      alt=""
      src={widths?.[1]?.url ?? url}
      srcSet={widths?.map((size) => `${size.url} ${size.width}w`).join(", ")}
      sizes={widths ? sizes : undefined}
      width={480}
      height={480}
      loading={lazy ? "lazy" : undefined}
      decoding={lazy ? "async" : undefined}
      fetchPriority={index < 3 ? "high" : undefined}
      referrerPolicy="no-referrer"
      onError={onBroken}
    />
  );
}
