import { Outlet } from "react-router";
import { scrollToFocused } from "../lib/scroll-to-focused.ts";
import { useFocusOnNavigation } from "../lib/use-focus-on-navigation.ts";
import { useCreator } from "./creator-context.ts";
import { TopBar } from "./top-bar.tsx";

/** The frame of the signed-in pages. */
export function ConsoleLayout() {
  const creator = useCreator();
  const main = useFocusOnNavigation();
  return (
    <>
      <a
        href="#content"
        className="sr-only z-30 rounded-control bg-primary px-4 py-2.5 font-semibold text-on-primary focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-2.5"
      >
        Skip to content
      </a>
      <TopBar creator={creator} />
      <main
        ref={main}
        id="content"
        tabIndex={-1}
        onFocus={scrollToFocused}
        // With the bar above it and the one below it as high as the window.
        className="mx-auto grid min-h-[calc(100dvh-57px-var(--bottom-bar))] grid-cols-1 max-w-[1160px] content-start gap-6 px-4 pt-6 pb-20 outline-none sm:min-h-[calc(100dvh-65px-var(--bottom-bar))] sm:gap-7 sm:px-5 sm:pt-8"
      >
        <Outlet context={creator} />
      </main>
    </>
  );
}
