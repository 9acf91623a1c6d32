import type { ReactNode } from "react";

/** The shapes of the mosaic in a 100×100 viewBox; `currentColor` is the second colour. */
const MOTIFS: readonly ReactNode[] = [
  null,
  <circle key="sun" cx="50" cy="50" r="30" />,
  <path key="quarter" d="M0 100A100 100 0 0 1 100 0V100z" />,
  <path key="hill" d="M0 60a50 40 0 0 1 100 0v40H0z" />,
  <path key="leaf" d="M18 82C18 40 40 18 82 18c0 42-22 64-64 64z" />,
  <path key="stripes" d="M0 20h100v14H0zM0 46h100v14H0zM0 72h100v14H0z" />,
  <path key="arch" d="M22 100V52a28 28 0 0 1 56 0v48z" />,
  <path
    key="ring"
    fillRule="evenodd"
    d="M50 16a34 34 0 1 1 0 68 34 34 0 0 1 0-68zm0 20a14 14 0 1 0 0 28 14 14 0 0 0 0-28z"
  />,
  <path key="half" d="M0 0h100a50 50 0 0 1-100 0zM0 50h100a50 50 0 0 1-100 0z" />,
];
const COLORS: Record<string, string> = {
  c: "bg-cobalt text-[#9fb0ff]",
  t: "bg-terracotta text-[#ffd9c4]",
  s: "bg-saffron text-[#7a4a00]",
  j: "bg-jade text-[#c9f0e2]",
  p: "bg-plum text-[#f0b9e6]",
  l: "bg-line text-muted/40",
};
/** Colour and motif of each tile, five in a row. */
const PATTERN =
  "t1 l0 c2 s4 p7  j6 s8 l3 t0 c5  l7 c1 p6 j2 l0  s3 t5 j0 l4 t1  c4 p0 s1 c8 j7  p2 j4 t6 l1 s5";

/** The decorative mosaic beside the card on wide screens. */
export function Mosaic() {
  const tiles = `${PATTERN} ${PATTERN}`.split(/\s+/);
  return (
    <div className="sticky top-0 hidden h-dvh overflow-hidden p-6 ps-0 lg:block">
      <div className="grid h-full auto-rows-max grid-cols-5 content-start gap-3 overflow-hidden rounded-tile">
        {tiles.map((tile, index) => (
          <svg
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
            key={index}
            aria-hidden="true"
            viewBox="0 0 100 100"
            fill="currentColor"
            className={`aspect-square w-full rounded-[18%] ${COLORS[tile.charAt(0)]}`}
          >
            {MOTIFS[Number(tile.charAt(1))]}
          </svg>
        ))}
      </div>
    </div>
  );
}
