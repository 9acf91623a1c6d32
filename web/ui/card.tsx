import { type ReactNode, useId } from "react";

type CardProps = {
  title: string;
  /** Describes it in one or two sentences. */
  about?: string;
  actions?: ReactNode;
  children: ReactNode;
};

/** A titled part of a page. */
export function Card({ title, about, actions, children }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid min-w-0 grid-cols-1 content-start gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <div className="grid grid-cols-1 gap-1">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {actions}
        </div>
        {about && <p className="max-w-[60ch] text-[15px] text-muted">{about}</p>}
      </div>
      {children}
    </section>
  );
}
