import { type ReactNode, useId } from "react";

type PanelPartProps = {
  title: string;
  /** The scope of the numbers, beside the title. */
  note?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A named part of the panel. */
export function PanelPart({ title, note, className = "", children }: PanelPartProps) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className={`min-w-0 px-4 py-5 sm:px-5 ${className}`}>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id={heading} className="text-base">
          {title}
        </h3>
        {note && <p className="text-sm text-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}

/** Shown without data. */
export function NothingYet({ children }: { children: ReactNode }) {
  return <p className="text-[15px] text-muted">{children}</p>;
}
