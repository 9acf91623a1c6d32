/** A small bar for a share from 0 to 1. Decorative, because the number is beside it. */
export function Bar({ part, className = "" }: { part: number; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block h-1.5 overflow-hidden forced-color-adjust-none rounded-full bg-tint ${className}`}
    >
      <span
        className="block h-full rounded-full bg-primary"
        style={{ width: `${Math.min(1, Math.max(0, part)) * 100}%` }}
      />
    </span>
  );
}
