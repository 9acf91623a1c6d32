import { MARK_SIZE, MARK_TILES } from "../../contract/rules/brand.ts";
import { useSite } from "../lib/site-context.ts";

type LogoProps = {
  /** Height of the mark in pixels. */
  size?: number;
  /** The logo with the name beside it, or alone. */
  show?: "mark" | "name";
  nameClassName?: string;
};

/** The site's logo and name. */
export function Logo({ size = 24, show = "name", nameClassName = "" }: LogoProps) {
  const { name, logo } = useSite();
  return (
    <span className="inline-flex items-center gap-2.5">
      {logo ? <img src={logo} width={size} height={size} alt="" /> : <Mark size={size} />}
      {show === "name" && (
        <span className={`font-display text-xl font-bold tracking-tight ${nameClassName}`}>{name}</span>
      )}
    </span>
  );
}

/** The product's logo: a grid of nine tiles, one of them highlighted. */
function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox={`0 0 ${MARK_SIZE} ${MARK_SIZE}`} aria-hidden="true">
      <path fill="currentColor" opacity=".28" d={OUTER} />
      <rect x="8" y="8" width="6" height="6" rx="2" fill="var(--primary)" />
    </svg>
  );
}

/** The other eight tiles as a single path, which is half as long as eight elements. */
const OUTER = MARK_TILES.filter(({ isSet }) => !isSet)
  .map(({ x, y }) => `M${x + 2} ${y}h2a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2h-2a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z`)
  .join("");
