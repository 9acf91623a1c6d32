export type Slice = { name: string; count: number; colour: string };

const SIZE = 144;
const RADIUS = 58;
const WIDTH = 20;
/** The gap between two slices, in percent of the ring. */
const GAP = 0.6;

/** A ring of slices, clockwise from the top, without text: a list beside it states the same. */
export function RingChart({ slices }: { slices: readonly Slice[] }) {
  const total = slices.reduce((sum, { count }) => sum + count, 0);
  const gap = slices.filter(({ count }) => count > 0).length > 1 ? GAP : 0;
  let start = 0;
  return (
    <svg viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE} height={SIZE} aria-hidden="true" className="-rotate-90">
      {slices.map(({ name, count, colour }) => {
        const share = (count / total) * 100;
        const offset = -start;
        start += share;
        return (
          <circle
            key={name}
            cx={SIZE / 2}
            cy={SIZE / 2}
            r={RADIUS}
            pathLength={100}
            fill="none"
            stroke={colour}
            strokeWidth={WIDTH}
            strokeDasharray={`${Math.max(0, share - gap)} 100`}
            strokeDashoffset={offset}
          />
        );
      })}
    </svg>
  );
}
