import { ArrowRightIcon } from "lucide-react";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { DemoLink } from "../../widgets/demo-link.tsx";
import { SiteLinks } from "../../widgets/site-links.tsx";
import { Features } from "./features.tsx";
import { Parts } from "./parts.tsx";
import { Plans } from "./plans.tsx";
import { SamplePage } from "./sample-page.tsx";
import { SiteNav } from "./site-nav.tsx";
import { Testimonial } from "./testimonial.tsx";
import { ThemeStrip } from "./theme-strip.tsx";

/** Presents the product to visitors, and leads creators to their dashboard. */
export function LandingPage({ model: { signedIn } }: { model: ModelOf<"landing"> }) {
  return (
    <>
      <SiteNav signedIn={signedIn} />
      <main>
        <Hero />
        <Features />
        <Parts />
        <ThemeStrip />
        <Testimonial />
        <Plans signedIn={signedIn} />
      </main>
      <SiteFooter signedIn={signedIn} />
    </>
  );
}

function Hero() {
  return (
    <section className="isolate mx-auto grid w-full max-w-280 grid-cols-1 items-center gap-12 px-5 pt-8 pb-12 md:grid-cols-[1fr_auto] md:gap-10 md:pt-12">
      <div>
        <h1 className="max-w-[8.65em] text-[clamp(2.6rem,6.4vw,4.75rem)] leading-[1.02] font-bold text-balance">
          {t("One page for everything you make and sell")}
        </h1>
        <p className="mt-6 max-w-[29.3em] text-lg text-balance text-muted md:text-xl">
          {t("Your links, products and tips side by side as tiles, at one URL that is yours.")}
        </p>
        <div className="mt-8 flex flex-wrap gap-3 *:grow sm:*:grow-0">
          <Button href={paths.auth({ tab: "register" })} variant="primary" size="lg">
            {t("Create your page")}
            <ArrowRightIcon size={20} />
          </Button>
          <DemoLink size="lg">{t("View interactive demo")}</DemoLink>
          <Button
            href={paths.demoAnalytics()}
            variant="quiet"
            size="lg"
            className="text-primary sm:px-0! forced-colors:px-4!"
          >
            {t("Preview analytics")}
          </Button>
        </div>
        <p className="mt-6 text-sm text-balance text-muted">
          {t("Free to start. No card, no trackers, your own address.")}
        </p>
      </div>
      <div className="relative">
        <LooseTiles />
        <div className="phone" inert aria-hidden="true">
          <div className="page">
            <SamplePage />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Decorative tiles around the sample page. */
function LooseTiles() {
  return (
    <div aria-hidden="true" className="pointer-events-none absolute inset-0 -z-10 hidden lg:block">
      <span className="absolute -top-5 -inset-s-9 size-18 rounded-tile bg-saffron" />
      <span className="absolute top-44 -inset-e-8 size-16 rounded-tile bg-terracotta" />
      <span className="absolute bottom-36 -inset-s-12 size-16 rounded-tile bg-jade" />
      <span className="absolute -inset-e-7 -bottom-5 size-20 rounded-tile bg-cobalt" />
    </div>
  );
}

function SiteFooter({ signedIn }: { signedIn: boolean }) {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex w-full max-w-280 flex-wrap items-center justify-between gap-4 px-5 py-8">
        <Logo />
        <nav aria-label={t("Footer")} className="flex flex-wrap gap-2 max-sm:-ms-4.5">
          <DemoLink variant="quiet">{t("Demo")}</DemoLink>
          <Button href={paths.auth()} variant="quiet">
            {t("Creator login")}
          </Button>
          {signedIn && (
            <Button href={paths.feedback(paths.landing())} variant="quiet">
              {t("Feedback")}
            </Button>
          )}
        </nav>
        <SiteLinks className="-ms-3 w-full justify-start!" />
      </div>
    </footer>
  );
}
