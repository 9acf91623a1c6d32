import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import type { Scheme } from "../../../contract/api/appearance.ts";
import type { Creator } from "../../../contract/api/creators.ts";
import type { DraftTile } from "../../../contract/api/page-preview.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { reachedTileLimit } from "../../lib/plan.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { LeaveForm } from "../../widgets/form-dialog.tsx";
import { RecentlyDeleted } from "../deletion/recently-deleted.tsx";
import { useDelete } from "../deletion/use-delete.ts";
import { PagePreview } from "../preview/page-preview.tsx";
import { usePagePreview } from "../preview/use-page-preview.ts";
import { productsQuery } from "../products/queries.ts";
import { AddTileCard } from "./add-tile-card.tsx";
import { PreviewAsOf } from "./preview-as-of.tsx";
import { deletableTiles, tilesQuery } from "./queries.ts";
import { SortableTiles } from "./sortable-tiles.tsx";
import { TileCard } from "./tile-card.tsx";
import { TileDialog } from "./tile-dialog.tsx";

/** Three columns as on the page itself, or two of its rows side by side. */
const GRID = "grid grid-cols-3 gap-x-2 gap-y-4 sm:gap-4 lg:grid-cols-4";
/** Wide enough for the page beside its tiles. */
const WIDE = "(min-width: 1024px)";
const DARK = "(prefers-color-scheme: dark)";

/** The creator's tiles, each with what can be done to it, beside the page that they make. */
export function LiveTiles({ creator }: { creator: Creator }) {
  const { data: tiles, isError, refetch } = useQuery(tilesQuery);
  const inactiveProducts = useInactiveProducts(tiles);
  const [edited, setEdited] = useState<Tile | null>();
  const [draft, setDraft] = useState<DraftTile | null>(null);
  const leave = useRef<LeaveForm>(null);
  const isWide = useMediaQuery(WIDE);
  const isEditing = isWide && edited !== undefined;
  const remove = useDelete(deletableTiles);
  const edit = (tile: Tile | null | undefined) => {
    setDraft(null);
    setEdited(tile);
  };
  /** A click on the page itself. */
  const choose = (id: number) => {
    const tile = tiles?.find((each) => each.id === id);
    if (tile && tile.id !== edited?.id) (leave.current ?? ((then) => then()))(() => edit(tile));
  };
  // The button that opened the dialog may be disabled once it closes: the page is full.
  const heading = useFocusFallback<HTMLHeadingElement>(edited === undefined);
  const [storedDraft, setStoredDraft] = useState(() => loadDraft("tile", creator.id));
  if (tiles && storedDraft) {
    setStoredDraft(null);
    // The draft of a tile that was deleted meanwhile can still become a new one.
    setEdited(tiles.find(({ id }) => id === storedDraft.id) ?? null);
  }

  // Typing in the form renders none of them again.
  const grid = useMemo(
    () =>
      tiles && (
        <SortableTiles tiles={tiles}>
          {(ordered) => (
            <ul className={GRID}>
              {ordered.map((tile, index) => (
                <TileCard
                  key={tile.id}
                  tile={tile}
                  index={index}
                  movable={ordered.length > 1}
                  hidden={tile.product_id !== null && inactiveProducts.has(tile.product_id)}
                  onEdit={() => setEdited(tile)}
                  onDelete={() => {
                    // The card, and the button in it, are about to go.
                    heading.current?.focus();
                    remove(tile);
                  }}
                />
              ))}
              <AddTileCard limit={reachedTileLimit(creator, ordered.length)} onAdd={() => setEdited(null)} />
            </ul>
          )}
        </SortableTiles>
      ),
    [tiles, inactiveProducts, creator, remove, heading],
  );

  return (
    <section
      aria-labelledby="live-tiles"
      className="border-line sm:rounded-card sm:border sm:bg-surface sm:px-5 sm:pb-5 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] lg:items-start lg:gap-x-8"
    >
      <div className="@container min-w-0">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 pb-4 sm:py-4.5">
          <h2 id="live-tiles" ref={heading} tabIndex={-1} className="text-xl">
            Live tiles
          </h2>
          {tiles && tiles.length > 1 && !isEditing && <MovingHint />}
        </div>
        {tiles ? (
          <div hidden={isEditing}>
            {tiles.length === 0 && (
              <p className="mb-4 text-muted">
                No tiles available yet.{" "}
                <span className="max-sm:hidden">
                  Add the first one: a link, something you sell, or a way to support you.
                </span>
              </p>
            )}
            {grid}
            {tiles.length > 0 && <PreviewAsOf />}
            <RecentlyDeleted kind={deletableTiles} />
          </div>
        ) : isError ? (
          <LoadFailure onRetry={refetch}>Your tiles could not be loaded.</LoadFailure>
        ) : (
          <LoadingTiles />
        )}
        <TileDialog
          tile={edited}
          onClose={() => edit(undefined)}
          onDraft={setDraft}
          isPanel={isWide}
          leave={leave}
        />
      </div>
      {isWide && tiles && (
        <EditedPage
          draft={draft}
          marked={edited === null ? NEW_TILE : (edited?.id ?? null)}
          onChoose={choose}
        />
      )}
    </section>
  );
}

function MovingHint() {
  return (
    <p className="text-sm text-muted">
      <span className="pointer-coarse:hidden">Drag to reorder</span>
      <span className="hidden pointer-coarse:inline">Hold and drag to reorder</span>
    </p>
  );
}

function LoadingTiles() {
  return (
    <div role="status" aria-label="Loading tiles" className={GRID}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="grid gap-2.5">
          <Skeleton className="aspect-square rounded-tile" />
          <Skeleton className="h-4 w-3/4 rounded-md" />
        </div>
      ))}
    </div>
  );
}

/** The id of a tile in a preview that is not added yet. */
const NEW_TILE = 0;

type EditedPageProps = {
  draft: DraftTile | null;
  /** The id of the tile that is edited. */
  marked: number | null;
  onChoose: (id: number) => void;
};

/** The page with what is being changed. */
function EditedPage({ draft, marked, onChoose }: EditedPageProps) {
  // As the console itself: a white page beside a dark form would dazzle.
  const [scheme, setScheme] = useState<Scheme>(() => (window.matchMedia(DARK).matches ? "dark" : "light"));
  const query = usePagePreview({ tile: draft }, scheme);
  return (
    <PagePreview
      query={query}
      scheme={scheme}
      onScheme={setScheme}
      tiles={{ marked, onChoose }}
      className="sticky top-4 pt-4.5"
      phoneHeight="h-[min(780px,calc(100dvh-128px))]"
      wideHeight="h-72"
    />
  );
}

/** Returns the products that hide the tiles that sell them, which only the products show. */
function useInactiveProducts(tiles: readonly Tile[] | undefined): ReadonlySet<number> {
  const sells = tiles?.some(({ product_id }) => product_id !== null) ?? false;
  const { data: products } = useQuery({ ...productsQuery, enabled: sells });
  return useMemo(() => new Set(products?.filter(({ active }) => !active).map(({ id }) => id)), [products]);
}
