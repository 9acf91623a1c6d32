import type { ReactNode, Ref } from "react";
import { SECTIONS, type SectionId } from "./sections.ts";

type SectionProps = {
  id: SectionId | (string & {});
  /** The title of a section outside the settings. */
  title?: string;
  headingAs?: "h2" | "h3";
  /** Describes the section in one or two sentences. */
  about?: ReactNode;
  children: ReactNode;
  ref?: Ref<HTMLElement>;
};

/** A part of the settings that links can lead to. */
export function Section({ id, title, headingAs: Heading = "h3", about, children, ref }: SectionProps) {
  const titleId = `${id}-title`;
  return (
    <section
      ref={ref}
      id={id}
      aria-labelledby={titleId}
      className="grid scroll-mt-4 grid-cols-1 gap-5 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <div className="grid gap-1.5">
        {/* Links to the section focus it. */}
        <Heading id={titleId} tabIndex={-1} className="justify-self-start text-xl">
          {title ?? SECTIONS.find((section) => section.id === id)?.title}
        </Heading>
        {about && <p className="text-[15px] text-muted">{about}</p>}
      </div>
      {children}
    </section>
  );
}
