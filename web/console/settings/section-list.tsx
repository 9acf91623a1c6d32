import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { GROUPS, type SectionId } from "./sections.ts";
import { useSettingsPage } from "./settings-page.tsx";

/** Links to the sections, always in view: a column beside them, or a row above them that scrolls sideways. */
export function SectionList({ inView }: { inView: SectionId }) {
  const { unsaved } = useSettingsPage();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = list.current;
    const link = row?.querySelector<HTMLElement>(`[href$="#${inView}"]`);
    if (!row || !link) return;
    row.scrollTo({
      left: link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2,
      top: link.offsetTop - (row.clientHeight - link.offsetHeight) / 2,
    });
  }, [inView]);
  return (
    <nav ref={list} aria-label="Settings sections" className="section-list">
      {GROUPS.map(({ title, sections }) => (
        <div key={title} className="contents lg:grid lg:gap-0.5">
          <p aria-hidden="true" className="px-3 pb-1 text-sm text-muted max-lg:hidden">
            {title}
          </p>
          <ul aria-label={title} className="contents lg:grid lg:gap-0.5">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <Link
                  to={`#${id}`}
                  aria-current={id === inView ? "true" : undefined}
                  className="flex min-h-11 items-center gap-2 rounded-control px-3 text-[15px] font-medium whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-ink aria-[current=true]:bg-tint aria-[current=true]:text-primary lg:whitespace-normal"
                >
                  {title}
                  {unsaved.includes(id) && (
                    <>
                      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warn" />
                      <span className="sr-only">(not saved yet)</span>
                    </>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}
