import type { Announcement } from "../../../contract/api/announcements.ts";
import { t } from "../../../contract/texts.ts";
import { useCreatorText } from "../layout/page-language.ts";

/** The creator's announcement above the page. */
export function AnnouncementLine({ announcement }: { announcement: Announcement | null }) {
  const ownText = useCreatorText();
  if (announcement === null) return null;
  const { text, url } = announcement;
  return (
    <aside
      aria-label={t("Announcement")}
      className="mb-6 rounded-control border border-line bg-tint px-4 py-2.5 text-center font-semibold text-primary"
    >
      {url === null ? (
        <p dir="auto" {...ownText} className="wrap-anywhere">
          {text}
        </p>
      ) : (
        <p dir="auto" className="wrap-anywhere">
          <a href={url} target="_blank" rel="noopener" className="link">
            <span {...ownText}>{text}</span>
            <span className="sr-only"> {t("(opens in a new tab)")}</span>
          </a>
        </p>
      )}
    </aside>
  );
}
