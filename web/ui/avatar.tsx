import { imageSizes } from "../../contract/rules/rules.ts";
import { initials } from "../lib/format.ts";

type AvatarProps = {
  name: string;
  src: string | null;
  size?: number;
  /** True for the largest image at the top of a page, which loads together with the fonts. */
  fetchPriority?: "high";
  /** Classes of the image. */
  className?: string;
};

/** A creator's image, or their initials. Decorative, because the name is beside it. */
export function Avatar({ name, src, size = 96, fetchPriority, className = "" }: AvatarProps) {
  const box = { width: size, height: size, borderRadius: Math.round(size * 0.29) };
  if (src === null)
    return (
      <span
        aria-hidden="true"
        style={{ ...box, fontSize: Math.round(size * 0.36) }}
        className="avatar grid shrink-0 place-items-center font-display font-bold text-white"
      >
        {initials(name)}
      </span>
    );
  const sizes = imageSizes(src)?.filter(({ width }) => width < 960);
  return (
    <img
      alt=""
      src={sizes?.[0]?.url ?? src}
      srcSet={sizes?.map(({ url, width }) => `${url} ${width}w`).join(", ")}
      sizes={sizes && `${size}px`}
      width={size}
      height={size}
      fetchPriority={fetchPriority}
      style={box}
      className={`shrink-0 bg-line object-cover ${className}`}
      referrerPolicy="no-referrer"
    />
  );
}
