import { lazy, Suspense } from "react";
import { Outlet, useLocation } from "react-router";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { t } from "../../../contract/texts.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { scrollToFocused } from "../../lib/scroll-to-focused.ts";
import { useSite } from "../../lib/site-context.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { useFocusOnNavigation } from "../../lib/use-focus-on-navigation.ts";
import { useCreator } from "../creator-context.ts";
import { findPlace } from "../palette/places.ts";
import { SuspensionNotice } from "../suspension-notice.tsx";
import { Shell } from "./shell.tsx";

/** Loaded on demand, because few accounts have it. */
const DeletionNotice = lazy(async () => ({
  default: (await import("../account/data/deletion-notice.tsx")).DeletionNotice,
}));

/** Loaded on demand, because many sites have none. */
const SiteLinks = lazyPart<{ className: string }>(
  async () => (await import("../../widgets/site-links.tsx")).SiteLinks,
  () => null,
);

/** The frame of the signed-in pages. */
export function ConsoleLayout() {
  const creator = useCreator();
  const site = useSite();
  const location = useLocation();
  const place = findPlace(location);
  const main = useFocusOnNavigation(`${location.pathname} ${place?.label}`);
  // The deletion notice disappears together with its focused button.
  useFocusFallback(creator.deletion_at);
  return (
    <div className="shell">
      <a
        href="#content"
        className="sr-only z-30 rounded-control bg-primary px-4 py-2.5 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:inset-s-2 focus:px-4 focus:py-2.5"
      >
        {t("Skip to content")}
      </a>
      <Shell creator={creator} current={place} />
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        onFocus={scrollToFocused}
        className="mx-auto grid w-full max-w-[1160px] 2xl:max-w-[1440px] grid-cols-1 content-start gap-6 px-4 pt-6 pb-20 outline-none sm:gap-7 sm:px-5 sm:pt-8"
      >
        <SuspensionNotice suspension={creator.suspension} />
        {creator.deletion_at && (
          <Suspense>
            <DeletionNotice at={creator.deletion_at} />
          </Suspense>
        )}
        <Outlet context={creator} />
        {site !== DEFAULT_SITE && (
          <Suspense>
            <SiteLinks className="mt-6" />
          </Suspense>
        )}
      </main>
    </div>
  );
}
