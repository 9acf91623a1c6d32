type LogoProps = {
  /** Height of the mark in pixels. */
  size?: number;
  /** The mark with the name beside it, or the mark alone. */
  show?: "mark" | "name";
};

/** The mosaic mark: nine tiles, one of them set. */
export function Logo({ size = 24, show = "name" }: LogoProps) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <svg width={size} height={size} viewBox="0 0 22 22" aria-hidden="true">
        <path fill="currentColor" opacity=".28" d={OUTER} />
        <rect x="8" y="8" width="6" height="6" rx="2" fill="var(--primary)" />
      </svg>
      {show === "name" && <span className="font-display text-xl font-bold tracking-tight">Tessera</span>}
    </span>
  );
}

const square = (x: number, y: number) =>
  `M${x + 2} ${y}h2a2 2 0 0 1 2 2v2a2 2 0 0 1-2 2h-2a2 2 0 0 1-2-2v-2a2 2 0 0 1 2-2z`;
const OUTER = [0, 1, 2, 3, 5, 6, 7, 8]
  .map((cell) => square((cell % 3) * 8, Math.floor(cell / 3) * 8))
  .join("");
