import { useEffect, useRef, useState } from "react";
import { TILES_PER_RESPONSE } from "../../../contract/limits.ts";
import type { PageTile } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { type CreatorModel, fetchCreatorModel } from "./page-model.ts";
import { readShownTiles, saveShownTiles } from "./shown-tiles.ts";

type Shown = {
  tiles: PageTile[];
  /** The index at which the next part starts. */
  next: number;
  total: number;
};

/** The tiles on the screen: those that came with the page, and what the visitor added since. */
export function useTiles({ creator, tiles, from, total }: CreatorModel) {
  const [shown, setShown] = useState<Shown>({ tiles, next: from + TILES_PER_RESPONSE, total });
  const [state, setState] = useState<"idle" | "loading" | "failed">("idle");
  const loading = useRef(false);

  /** Returns `before` with the part that follows it; null when it could not be loaded. */
  const append = async (before: Shown): Promise<Shown | null> => {
    const model = await fetchCreatorModel(paths.creatorFrom(creator.handle, before.next)).catch(() => null);
    if (!model) return null;
    // The page may have become shorter meanwhile: the server then returns its start.
    if (model.from !== before.next) return { ...before, total: before.next };
    const known = new Set(before.tiles.map(({ id }) => id));
    return {
      tiles: [...before.tiles, ...model.tiles.filter(({ id }) => !known.has(id))],
      next: before.next + TILES_PER_RESPONSE,
      total: model.total,
    };
  };

  /** Loads one more part, or until `count` tiles are shown. Returns the index of the first new tile. */
  const showMore = async (count = shown.tiles.length + 1): Promise<number | null> => {
    if (loading.current) return null;
    loading.current = true;
    setState("loading");
    let current: Shown | null = shown;
    while (current && current.tiles.length < count && current.next < current.total) {
      current = await append(current);
      if (current) setShown(current);
    }
    loading.current = false;
    setState(current ? "idle" : "failed");
    return current && shown.tiles.length;
  };

  const [restoredScrollY, setRestoredScrollY] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => {
    const saved = readShownTiles();
    if (saved && saved.tiles > tiles.length)
      void showMore(saved.tiles).then(() => setRestoredScrollY(saved.scrollY));
  }, []);
  useEffect(() => {
    // In an effect, because the page is long enough only once the added tiles are rendered.
    if (restoredScrollY !== null) scrollTo(0, restoredScrollY);
  }, [restoredScrollY]);

  const count = shown.tiles.length;
  useEffect(() => {
    if (count <= tiles.length) return;
    const save = () => saveShownTiles({ tiles: count, scrollY });
    save();
    addEventListener("pagehide", save);
    return () => removeEventListener("pagehide", save);
  }, [count, tiles.length]);

  return { ...shown, state, showMore };
}
