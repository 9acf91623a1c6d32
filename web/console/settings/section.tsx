import { type ReactNode, type Ref, useId } from "react";

type SectionProps = {
  title: string;
  /** Describes the section in one or two sentences. */
  about?: ReactNode;
  children: ReactNode;
  /** For links to the section. */
  id?: string;
  ref?: Ref<HTMLElement>;
};

/** A part of the settings: its description beside its controls, or above them on narrow screens. */
export function Section({ title, about, children, ref, id }: SectionProps) {
  const titleId = useId();
  return (
    <section
      ref={ref}
      id={id}
      aria-labelledby={titleId}
      className="grid scroll-mt-4 grid-cols-1 gap-x-8 gap-y-5 rounded-card border border-line bg-surface p-5 sm:p-6 lg:grid-cols-[240px_minmax(0,1fr)]"
    >
      <div className="grid content-start gap-1.5">
        <h2 id={titleId} className="text-xl">
          {title}
        </h2>
        {about && <p className="text-[15px] text-muted">{about}</p>}
      </div>
      <div className="grid min-w-0 grid-cols-1 content-start gap-5">{children}</div>
    </section>
  );
}
