import { useEffect, useRef } from "react";
import { Link } from "react-router";
import { paths } from "../../../contract/rules/paths.ts";
import type { Site } from "../../../contract/rules/site.ts";
import { t } from "../../../contract/texts.ts";
import { useSite } from "../../lib/site-context.ts";
import { ADDRESS, GROUPS, PAGES, type PageId, type SectionId } from "./sections.ts";

type LinkedGroup = {
  title: string;
  /** `to` leads to another page. */
  sections: readonly { id: string; title: string; to?: string }[];
};

type SectionListProps = {
  /** The section in view, or the current page. */
  current: SectionId | PageId | undefined;
  /** The sections with unsaved changes. */
  unsaved?: readonly SectionId[];
  /** A phone shows a list instead of a row. */
  isListOnPhone?: boolean;
};

/** Returns the sections and pages of the settings. */
const groupsOf = ({ hasDomains }: Site): readonly LinkedGroup[] => [
  ...GROUPS.map(({ title, sections }) => ({
    title,
    sections: [
      ...sections.map((section) => ({ ...section, to: `${paths.settings()}#${section.id}` })),
      ...(hasDomains && sections.some(({ id }) => id === "profile") ? [ADDRESS] : []),
    ],
  })),
  { title: t("Account"), sections: PAGES },
];

/** Links to the sections and pages of the settings. */
export function SectionList({ current, unsaved, isListOnPhone }: SectionListProps) {
  const groups = groupsOf(useSite());
  return <SectionLinks groups={groups} current={current} unsaved={unsaved} isListOnPhone={isListOnPhone} />;
}

type SectionLinksProps = {
  groups: readonly LinkedGroup[];
  current: string | undefined;
  /** The sections with unsaved changes. */
  unsaved?: readonly string[];
  isListOnPhone?: boolean | undefined;
};

/** Links to sections, always in view: a column beside them, or a row above them that scrolls sideways, or a list on a phone. */
export function SectionLinks({ groups, current, unsaved = [], isListOnPhone = false }: SectionLinksProps) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = list.current;
    const link = row?.querySelector<HTMLElement>(`[data-id="${current}"]`);
    // Keep the focused link in view. Its focus may have scrolled the page and changed the section in view.
    if (!row || !link || row.querySelector(":focus-visible")) return;
    row.scrollTo({
      left: link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2,
      top: link.offsetTop - (row.clientHeight - link.offsetHeight) / 2,
    });
  }, [current]);
  return (
    <nav
      ref={list}
      aria-label={t("Settings sections")}
      className={isListOnPhone ? "section-list is-list" : "section-list"}
    >
      {groups.map(({ title, sections }) => (
        <div key={title} className="group-of-sections contents lg:grid lg:gap-0.5">
          <p aria-hidden="true" className="px-3 pb-1 text-sm text-muted max-lg:hidden">
            {title}
          </p>
          <ul aria-label={title} className="contents lg:grid lg:gap-0.5">
            {sections.map(({ id, title, to = `#${id}` }) => (
              <li key={id}>
                <Link
                  to={to}
                  data-id={id}
                  aria-current={id === current ? "true" : undefined}
                  className="flex min-h-11 items-center gap-2 rounded-control px-3 text-[15px] font-medium whitespace-nowrap text-muted -outline-offset-2 transition-colors hover:text-ink aria-[current=true]:bg-tint aria-[current=true]:text-primary lg:whitespace-normal"
                >
                  <span>{title}</span>
                  {unsaved.includes(id) && (
                    <>
                      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warn" />
                      <span className="sr-only">{t("(not saved yet)")}</span>
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
