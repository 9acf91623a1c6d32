import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../../contract/rules/paths.ts";
import { GROUPS, type SectionId } from "./sections.ts";
import { useSettingsPage } from "./settings-page.tsx";

export type LinkedGroup = {
  title: string;
  /** `to`: the section has a page of its own. */
  sections: readonly { id: string; title: string; to?: string }[];
};

/** What guards the account has a page of its own. */
const ACCOUNT: LinkedGroup = {
  title: "Account",
  sections: [{ id: "security", title: "Security", to: paths.security() }],
};

/** Links to the sections of the settings. */
export function SectionList({ inView }: { inView: SectionId }) {
  return <SectionLinks groups={[...GROUPS, ACCOUNT]} inView={inView} unsaved={useSettingsPage().unsaved} />;
}

type SectionLinksProps = {
  groups: readonly LinkedGroup[];
  inView: string;
  /** The sections with unsaved changes. */
  unsaved?: readonly string[];
};

/** Links to sections, always in view: a column beside them, or a row above them that scrolls sideways. */
export function SectionLinks({ groups, inView, unsaved = [] }: SectionLinksProps) {
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
      {groups.map(({ title, sections }) => (
        <div key={title} className="contents lg:grid lg:gap-0.5">
          <p aria-hidden="true" className="px-3 pb-1 text-sm text-muted max-lg:hidden">
            {title}
          </p>
          <ul aria-label={title} className="contents lg:grid lg:gap-0.5">
            {sections.map(({ id, title, to = `#${id}` }) => (
              <li key={id}>
                <Link
                  to={to}
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
