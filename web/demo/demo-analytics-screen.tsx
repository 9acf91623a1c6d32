import { ArrowLeftIcon } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { rich } from "../lib/rich.ts";
import { useSite } from "../lib/site-context.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { AnalyticsPanel } from "../widgets/analytics/analytics-panel.tsx";
import { DemoLink } from "../widgets/demo-link.tsx";
import { SiteLinks } from "../widgets/site-links.tsx";
import { SAMPLE_DAYS, sampleSummary } from "./sample-metrics.ts";

/** The dashboard's analytics panel with sample numbers, labelled as such and open to everyone. */
export function DemoAnalyticsScreen() {
  const { name } = useSite();
  const [now] = useState(() => new Date());
  const [sample] = useState(() => sampleSummary(now));
  return (
    <>
      <PageTitle>{t("Demo analytics")}</PageTitle>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-[1160px] flex-wrap items-center justify-between gap-x-4 px-4 py-1.5 sm:px-5">
          <a
            href={paths.landing()}
            aria-label={t("{name} home", { name })}
            className="flex min-h-13 items-center rounded-control pe-3"
          >
            <Logo />
          </a>
          <Button href={paths.landing()} variant="quiet" className="-me-3 px-3! text-muted! hover:text-ink!">
            <ArrowLeftIcon size={18} />
            <span>
              {rich("Back<more> to homepage</more>", {
                more: (text) => <span className="max-sm:sr-only">{text}</span>,
              })}
            </span>
          </Button>
        </div>
      </header>
      <main className="mx-auto grid max-w-[1160px] grid-cols-1 gap-7 px-4 pt-8 pb-20 sm:px-5 sm:pt-10">
        <Introduction />
        <section
          aria-labelledby="sample"
          className="min-w-0 overflow-hidden rounded-card border border-line bg-surface"
        >
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-4 sm:px-5">
            <h2 id="sample" className="text-xl">
              {t("Analytics overview")}
            </h2>
            <p className="rounded-lg bg-saffron/16 px-2.5 py-0.5 text-sm font-semibold text-warn">
              {t("Sample figures")}
            </p>
          </div>
          <AnalyticsPanel summary={sample} days={SAMPLE_DAYS} since={now} quiet={null} />
        </section>
        <SiteLinks />
      </main>
    </>
  );
}

function Introduction() {
  return (
    <section className="grid grid-cols-1 items-end gap-6 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="grid gap-3">
        <h1 className="text-3xl text-balance sm:text-[40px]">{t("See what your page does")}</h1>
        <p className="max-w-[62ch] text-muted">
          {t(
            "This is the panel on every creator's dashboard. The figures are a sample, made up for a small studio. Yours count real visitors: without cookies, without stored IP addresses, without bots.",
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2.5 max-sm:*:flex-1">
        <Link to={paths.auth({ tab: "register" })} className={`${buttonClass("primary")} max-sm:basis-full!`}>
          {t("Create a dashboard")}
        </Link>
        <DemoLink>{t("View demo page")}</DemoLink>
        <Link to={paths.auth()} className={buttonClass()}>
          {t("Sign in")}
        </Link>
      </div>
    </section>
  );
}
