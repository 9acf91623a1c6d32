/** A shape that stands for content on its way. The list around it says that it loads. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse bg-line/70 ${className}`} />;
}
