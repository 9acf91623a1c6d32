import type { MouseEvent } from "react";
import { TILES_PER_RESPONSE } from "../../../contract/limits.ts";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/button.tsx";

type MoreTilesProps = {
  handle: string;
  /** The index of the first tile on the screen. */
  from: number;
  /** How many tiles are on the screen. */
  count: number;
  /** The index of the first tile that is not. */
  next: number;
  total: number;
  state: "idle" | "loading" | "failed";
  /** A plain click on the link to what follows. */
  onMore: () => void;
};

/** Leads through a page that is longer than one response: links, which scripts replace by appending in place. */
export function MoreTiles({ handle, from, count, next, total, state, onMore }: MoreTilesProps) {
  const end = from + count;
  const showHere = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onMore();
  };
  return (
    <nav aria-label="More tiles" className="mt-8 grid justify-items-center gap-3 text-center">
      <p className="text-sm text-muted tabular-nums">
        {count > 1 ? `Tiles ${from + 1} to ${end} of ${total}` : `Tile ${end} of ${total}`}
      </p>
      <div className="flex flex-wrap justify-center gap-2.5">
        {from > 0 && (
          <Button href={paths.creatorFrom(handle, Math.max(0, from - TILES_PER_RESPONSE))}>
            Previous tiles
          </Button>
        )}
        {next < total && (
          <Button
            href={paths.creatorFrom(handle, next)}
            data-live
            aria-busy={state === "loading" || undefined}
            onClick={showHere}
          >
            More tiles
          </Button>
        )}
      </div>
      <p role="status" className="text-sm font-semibold text-bad empty:hidden">
        {state === "failed" && "More tiles could not be loaded. Please try again."}
      </p>
    </nav>
  );
}
