import { siteLinks } from "../../contract/rules/site.ts";
import { t } from "../../contract/texts.ts";
import { useSite } from "../lib/site-context.ts";

/** The links of the site's operator at the end of a page, or nothing without any. */
export function SiteLinks({ className = "" }: { className?: string }) {
  const links = siteLinks(useSite());
  if (links.length === 0) return null;
  return (
    <nav aria-label={t("About this site")} className={`flex flex-wrap justify-center ${className}`}>
      {links.map(({ label, href }) => (
        <a
          key={href}
          href={href}
          className="inline-flex min-h-11 items-center rounded-control px-3 text-sm text-muted hover:text-ink"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
