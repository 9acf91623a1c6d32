import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Creator } from "../../../contract/api/creators.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { reachedTileLimit } from "../../lib/plan.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DeleteDialog } from "../delete-dialog.tsx";
import { productsQuery } from "../products/queries.ts";
import { AddTileCard } from "./add-tile-card.tsx";
import { PreviewAsOf } from "./preview-as-of.tsx";
import { tilesQuery, useDeleteTile } from "./queries.ts";
import { SortableTiles } from "./sortable-tiles.tsx";
import { TileCard } from "./tile-card.tsx";
import { TileDialog } from "./tile-dialog.tsx";

/** Three columns as on the page itself, or two of its rows side by side. */
const GRID = "grid grid-cols-3 gap-x-2 gap-y-4 sm:gap-4 lg:grid-cols-6";

/** The creator's tiles as visitors see them, each with what can be done to it. */
export function LiveTiles({ creator }: { creator: Creator }) {
  const { data: tiles, isError, refetch } = useQuery(tilesQuery);
  const isHidden = useHiddenByProduct(tiles);
  const [edited, setEdited] = useState<Tile | null>();
  const [deleting, setDeleting] = useState<Tile | null>(null);
  const remove = useDeleteTile();
  // The button that opened the dialog may be disabled once it closes: the page is full.
  const heading = useFocusFallback<HTMLHeadingElement>(edited === undefined);
  const [storedDraft, setStoredDraft] = useState(() => loadDraft("tile", creator.id));
  if (tiles && storedDraft) {
    setStoredDraft(null);
    // The draft of a tile that was deleted meanwhile can still become a new one.
    setEdited(tiles.find(({ id }) => id === storedDraft.id) ?? null);
  }

  return (
    <section
      aria-labelledby="live-tiles"
      className="@container border-line sm:rounded-card sm:border sm:bg-surface sm:px-5 sm:pb-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-4 sm:py-4.5">
        <h2 id="live-tiles" ref={heading} tabIndex={-1} className="text-xl">
          Live tiles
        </h2>
        {tiles && tiles.length > 1 && (
          <p className="text-sm text-muted">
            <span className="pointer-coarse:hidden">Drag to reorder</span>
            <span className="hidden pointer-coarse:inline">Hold and drag to reorder</span>
          </p>
        )}
      </div>
      {tiles ? (
        <>
          {tiles.length === 0 && (
            <p className="mb-4 text-muted">
              No tiles available yet.{" "}
              <span className="max-sm:hidden">
                Add the first one: a link, something you sell, or a way to support you.
              </span>
            </p>
          )}
          <SortableTiles tiles={tiles}>
            {(ordered) => (
              <ul className={GRID}>
                {ordered.map((tile, index) => (
                  <TileCard
                    key={tile.id}
                    tile={tile}
                    index={index}
                    movable={ordered.length > 1}
                    hidden={isHidden(tile)}
                    onEdit={() => setEdited(tile)}
                    onDelete={() => setDeleting(tile)}
                  />
                ))}
                <AddTileCard
                  limit={reachedTileLimit(creator, ordered.length)}
                  onAdd={() => setEdited(null)}
                />
              </ul>
            )}
          </SortableTiles>
          {tiles.length > 0 && <PreviewAsOf />}
        </>
      ) : isError ? (
        <LoadFailure onRetry={refetch}>Your tiles could not be loaded.</LoadFailure>
      ) : (
        <div role="status" aria-label="Loading tiles" className={GRID}>
          {[1, 2, 3, 4].map((place) => (
            <div key={place} className="grid gap-2.5">
              <Skeleton className="aspect-square rounded-tile" />
              <Skeleton className="h-4 w-3/4 rounded-md" />
            </div>
          ))}
        </div>
      )}
      <TileDialog tile={edited} onClose={() => setEdited(undefined)} />
      <DeleteDialog
        item={deleting}
        noun="tile"
        failure="Could not delete tile."
        remove={remove}
        onClose={() => setDeleting(null)}
        focusAfter={heading}
      >
        {(tile) => (
          <>
            <strong className="font-semibold text-ink">{tile?.title}</strong> disappears from your page at
            once. This cannot be undone.
          </>
        )}
      </DeleteDialog>
    </section>
  );
}

/** Returns whether a tile is hidden because its product is inactive, which only the products show. */
function useHiddenByProduct(tiles: readonly Tile[] | undefined): (tile: Tile) => boolean {
  const sells = tiles?.some(({ product_id }) => product_id !== null) ?? false;
  const { data: products } = useQuery({ ...productsQuery, enabled: sells });
  return (tile) => products?.some(({ id, active }) => id === tile.product_id && !active) ?? false;
}
