import type { ReactNode } from "react";

/** An illustration of tiles above a feature's text; colours follow the scheme. */
function Scene({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 320 168" aria-hidden="true" className="block h-auto w-full">
      {children}
    </svg>
  );
}

const tile = { width: 28, height: 28, rx: 8 } as const;

/** A tile with its price and a button. */
export function SaleScene() {
  return (
    <Scene>
      <rect x="92" y="16" width="136" height="152" rx="18" fill="var(--surface)" stroke="var(--line)" />
      <rect x="108" y="32" width="48" height="48" rx="13" fill="#f1dfc9" />
      <path fill="#b65a3a" d="M121 52h19v7a9.5 9.5 0 0 1-19 0z" />
      <path fill="none" stroke="#b65a3a" strokeWidth="2.5" d="M140 54h2.5a4 4 0 0 1 0 8h-3" />
      <path stroke="var(--line)" strokeWidth="8" strokeLinecap="round" d="M172 46h38M172 64h22" />
      <path stroke="var(--line)" strokeDasharray="4 5" d="M108 98h104" />
      <rect x="108" y="114" width="104" height="34" rx="11" fill="var(--primary)" />
      <path
        fill="none"
        stroke="var(--on-primary)"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m152 131 6 6 11-12"
      />
    </Scene>
  );
}

const HEIGHTS = [1, 2, 2, 3, 2, 4, 3];
const BEST_DAY = 5;
const CELLS = HEIGHTS.flatMap((height, day) =>
  [0, 1, 2, 3].map((level) => ({
    x: 40 + day * 35,
    y: 134 - level * 35,
    empty: level >= height,
    color: day === BEST_DAY ? "var(--primary)" : "var(--color-jade)",
  })),
);

/** Days as columns of tiles. */
export function ChartScene() {
  return (
    <Scene>
      {CELLS.map(({ x, y, empty, color }) => (
        <rect
          key={`${x} ${y}`}
          {...tile}
          x={x}
          y={y}
          fill={empty ? "var(--line)" : color}
          opacity={empty ? 0.45 : 1}
        />
      ))}
    </Scene>
  );
}

/** A file and the three days until its link expires. */
export function ExpiryScene() {
  return (
    <Scene>
      <path
        d="M132 16h38l26 26v52q0 14-14 14h-50q-14 0-14-14V30q0-14 14-14z"
        fill="var(--surface)"
        stroke="var(--line)"
      />
      <path d="M170 16v18q0 8 8 8h18" fill="none" stroke="var(--line)" />
      <path
        fill="none"
        stroke="var(--color-terracotta)"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="M157 56v28M146 74l11 11 11-11"
      />
      <rect {...tile} x="107" y="132" fill="var(--color-saffron)" />
      <rect {...tile} x="143" y="132" fill="var(--color-saffron)" opacity=".6" />
      <rect {...tile} x="179" y="132" fill="var(--color-saffron)" opacity=".25" />
    </Scene>
  );
}
