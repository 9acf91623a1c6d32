import { Pie, PieChart } from "recharts";

export type Slice = { name: string; count: number; colour: string };

const SIZE = 144;

/** A ring of slices, clockwise from the top. It has no words of its own: they stand beside it. */
export function SourcesDonut({ slices }: { slices: readonly Slice[] }) {
  return (
    <PieChart
      width={SIZE}
      height={SIZE}
      accessibilityLayer={false}
      margin={{ top: 0, right: 0, bottom: 0, left: 0 }}
    >
      <Pie
        data={slices.map(({ name, count, colour }) => ({ name, count, fill: colour }))}
        dataKey="count"
        nameKey="name"
        innerRadius={48}
        outerRadius={68}
        startAngle={90}
        endAngle={-270}
        stroke="var(--surface)"
        strokeWidth={2}
        isAnimationActive={false}
        rootTabIndex={-1}
      />
    </PieChart>
  );
}
