import { ChevronDown } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-5 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

type FoldProps = {
  title: string;
  /** Its current setting. */
  value: string;
  /** Opens it and focuses its error. */
  error: boolean;
  children: ReactNode;
};

/** A rarely needed part of a form. */
export function Fold({ title, value, error, children }: FoldProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const { current } = details;
    if (!error || !current || current.open) return;
    current.open = true;
    // A closed part takes no focus, so the form could not focus its error.
    const wrong = current.querySelector<HTMLElement>("[aria-invalid], input, button");
    wrong?.focus();
  }, [error]);
  return (
    <details ref={details} className="group min-w-0 rounded-control border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-3 rounded-control px-3.5 py-2 [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <span className="font-semibold">{title}</span>
          <span className="ms-auto max-w-full truncate text-sm text-muted">
            <bdi>{value}</bdi>
          </span>
        </span>
        <ChevronDown size={20} className="shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-5 px-3.5 pt-2 pb-4">{children}</div>
    </details>
  );
}
