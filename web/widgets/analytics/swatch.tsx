/** A small square in the colour of a chart. */
export function Swatch({ colour }: { colour: string }) {
  return (
    <span
      aria-hidden="true"
      className="block size-2.5 shrink-0 rounded-[3px] forced-color-adjust-none"
      style={{ background: colour }}
    />
  );
}
