/** A placeholder for loading content. The list around it announces the loading. */
export function Skeleton({ className = "" }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-pulse bg-line/70 ${className}`} />;
}
