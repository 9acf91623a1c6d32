import { Suspense } from "react";
import { Outlet } from "react-router";
import { paths } from "../../contract/rules/paths.ts";
import { t } from "../../contract/texts.ts";
import { lazyPart } from "../lib/lazy-part.ts";
import { useSite } from "../lib/site-context.ts";
import { useFocusOnNavigation } from "../lib/use-focus-on-navigation.ts";
import { Logo } from "../ui/logo.tsx";
import { SiteLinks } from "../widgets/site-links.tsx";

/** Loaded after the card, because it only decorates wide screens. */
const Mosaic = lazyPart(
  async () => (await import("./mosaic.tsx")).Mosaic,
  () => null,
);

/** A centred card, with the mosaic beside it on wide screens. */
export function AuthLayout() {
  const { name } = useSite();
  const main = useFocusOnNavigation();
  return (
    <div className="grid min-h-dvh grid-cols-1 lg:grid-cols-[1fr_minmax(0,44%)]">
      <main
        ref={main}
        tabIndex={-1}
        className="grid grid-cols-1 content-center justify-items-center gap-6 px-4 py-8 outline-none sm:py-12"
      >
        <a href={paths.landing()} className="rounded-control p-2" aria-label={t("{name} home", { name })}>
          <Logo size={28} />
        </a>
        <div className="grid w-full max-w-md grid-cols-1 gap-6 rounded-tile border border-line bg-surface p-5 sm:p-8">
          <Outlet />
        </div>
        <SiteLinks />
      </main>
      <Suspense>
        <Mosaic />
      </Suspense>
    </div>
  );
}
