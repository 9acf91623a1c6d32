import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { PageSite } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { Logo } from "../../ui/logo.tsx";
import { SiteLinks } from "../../widgets/site-links.tsx";

const LINK =
  "inline-flex min-h-11 items-center gap-2.5 rounded-control px-3 text-sm text-muted hover:text-ink";

type PageFooterProps = {
  creator: PublicCreator;
  /** The path of the page. */
  path: string;
  /** True if the page sells something. */
  sells: boolean;
  site: PageSite;
};

/** The end of a creator's page: seller, withdrawal, and on the Free plan the product's name. */
export function PageFooter({ creator, path, sells, site }: PageFooterProps) {
  return (
    <footer className="page-footer mt-12 grid justify-items-center">
      <nav aria-label={t("Legal")} className="flex flex-wrap justify-center">
        {creator.seller && (
          <a href={paths.legal(creator.handle)} className={LINK}>
            {t("Seller details")}
          </a>
        )}
        {/* Seller details mean that the creator may have sold products, whose buyers can withdraw after the last product is gone. */}
        {(sells || creator.seller) && (
          <>
            <a href={paths.library()} className={LINK}>
              {t("Your purchases")}
            </a>
            <a href={paths.findOrder()} className={LINK}>
              {t("Withdraw from contract")}
            </a>
          </>
        )}
        <ReportLink path={path} site={site} className={LINK} />
      </nav>
      {creator.plan === "free" && (
        <a href={paths.landing()} className={LINK}>
          <Logo show="mark" size={20} />
          <span>{t("Made with {site}", { site: site.name })}</span>
        </a>
      )}
      <SiteLinks />
    </footer>
  );
}

/** Opens the form to report a page, or an email if the operator has only set an address. */
export function ReportLink({ path, site, className }: { path: string; site: PageSite; className: string }) {
  const href = site.hasReports
    ? paths.report(path)
    : site.reportEmail && reportLink(site.reportEmail, site.publicUrl + path);
  if (!href) return null;
  return (
    <a href={href} rel="nofollow" className={className}>
      {t("Report this page")}
    </a>
  );
}

/** An email with the required contents of a notice (article 16 of regulation (EU) 2022/2065). */
function reportLink(to: string, page: string): string {
  const body = [
    t("Page: {page}", { page }),
    t("What is unlawful about it, and why:"),
    t("Your name:"),
    t("I believe in good faith that what I state here is accurate and complete."),
  ].join("\r\n\r\n");
  const subject = t("Report of {page}", { page });
  return `mailto:${encodeURIComponent(to)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}
