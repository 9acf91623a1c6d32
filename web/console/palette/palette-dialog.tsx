import { Suspense, useLayoutEffect, useState } from "react";
import type { Creator } from "../../../contract/api/creators.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Input } from "../../ui/input.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** Loads when it is opened for the first time. */
const Palette = lazyPart(
  async () => (await import("./palette.tsx")).Palette,
  () => (
    <div className="p-6">
      <LoadFailure>{t("Couldn't load the search.")}</LoadFailure>
    </div>
  ),
);

/** Returns whether the search is open. Ctrl K or ⌘ K opens and closes it. */
export function usePalette() {
  const [isOpen, setIsOpen] = useState(false);
  // In a plain effect, a key that is pressed as soon as the page is visible can be missed.
  useLayoutEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      // A field may use the key itself, as descriptions do for links.
      if (!isShortcut || event.key.toLowerCase() !== "k" || event.defaultPrevented) return;
      event.preventDefault();
      // Does not open above another dialog.
      setIsOpen((before) => !before && document.querySelector("dialog:modal") === null);
    };
    window.addEventListener("keydown", toggle);
    return () => window.removeEventListener("keydown", toggle);
  }, []);
  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) };
}

type PaletteDialogProps = { creator: Creator; isOpen: boolean; onClose: () => void };

export function PaletteDialog({ creator, isOpen, onClose }: PaletteDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} title={t("Search")} scrolls="content" width="sm:max-w-xl">
      <Search creator={creator} onClose={onClose} />
    </Dialog>
  );
}

/** Keeps what is typed before the search is loaded. */
function Search({ creator, onClose }: Pick<PaletteDialogProps, "creator" | "onClose">) {
  const [typed, setTyped] = useState("");
  const loading = (
    <div className="grid gap-3 p-3">
      <Input
        aria-label={t("Search or go to")}
        placeholder={t("A page, tile, product, order or email")}
        autoComplete="off"
        maxLength={limits.search.max}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Skeleton className="h-60 rounded-card" />
    </div>
  );
  return (
    <Suspense fallback={loading}>
      <Palette creator={creator} typed={typed} onClose={onClose} />
    </Suspense>
  );
}
