import { useQuery } from "@tanstack/react-query";
import { ListChecks, Smartphone } from "lucide-react";
import { Suspense, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { Creator } from "../../../contract/api/creators.ts";
import type { DraftTile } from "../../../contract/api/page-preview.ts";
import type { Tile } from "../../../contract/api/tiles.ts";
import { countTileTypes } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { loadDraft } from "../../lib/drafts/draft-store.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { reachedTileLimit, tileRoom } from "../../lib/plan.ts";
import { useSite } from "../../lib/site-context.ts";
import { useFocusFallback } from "../../lib/use-focus-fallback.ts";
import { useMediaQuery } from "../../lib/use-media-query.ts";
import { withoutParams } from "../../lib/use-url-state.ts";
import { Button } from "../../ui/button.tsx";
import { LoadFailure } from "../../ui/load-failure.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import type { LeaveForm } from "../../widgets/form-dialog.tsx";
import { quietAction, RecentlyDeleted } from "../deletion/recently-deleted.tsx";
import { BESIDE_FORM } from "../preview/use-page-preview.ts";
import { productsQuery } from "../products/queries.ts";
import { StartArea } from "../start/start-area.tsx";
import type { Start } from "../start/use-start.ts";
import { EditedPage } from "./edited-page.tsx";
import { deletableTiles, tilesQuery, useMoveTile } from "./queries.ts";
import type { Edited } from "./tile-actions.ts";
import { TileDialog } from "./tile-dialog.tsx";
import { GRID, TileGrid } from "./tile-grid.tsx";

const ListOffer = lazyPart(
  async () => (await import("./list-offer.tsx")).ListOffer,
  () => null,
);

type LiveTilesProps = { creator: Creator; start: Start };

/** Returns the limit that prevents another tile, and the number of tiles that can be added. */
function useTileLimit(creator: Creator, tiles: readonly Tile[] | undefined) {
  const { plans } = useSite();
  const count = countTileTypes(tiles ?? []);
  return { limit: reachedTileLimit(creator, count, plans), room: tileRoom(creator, count, plans) };
}

/** The creator's tiles with their actions, beside the page. */
export function LiveTiles({ creator, start }: LiveTilesProps) {
  const { data: tiles, isError, refetch } = useQuery(tilesQuery);
  const inactiveProducts = useInactiveProducts(tiles);
  const [edited, setEdited] = useState<Edited>();
  const [isPreviewed, setPreviewed] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const [draft, setDraft] = useState<DraftTile | null>(null);
  const leave = useRef<LeaveForm>(null);
  const isWide = useMediaQuery(BESIDE_FORM);
  const isEditing = isWide && edited !== undefined;
  // The guide replaces an empty grid.
  const isStarting = start.step !== null && tiles?.length === 0;
  const move = useMoveTile();
  const { limit, room } = useTileLimit(creator, tiles);
  const edit = useCallback((next: Edited | undefined) => {
    setDraft(null);
    setEdited(next);
  }, []);
  /** A copy is added next to its original. */
  const finish = (saved: Tile) => {
    const original = tiles?.findIndex(({ id }) => id === edited?.copyOf?.id) ?? -1;
    if (original >= 0) move({ tile: saved, position: original + 1, isQuiet: true });
    end();
  };
  /** The guide ends once a tile is added without it. */
  const end = () => {
    if (start.step) start.go(edited?.links ? "share" : "closed");
    edit(undefined);
  };
  const leaveFor: LeaveForm = (then) => (leave.current ?? ((now) => now()))(then);
  /** Handles a click on the page itself. */
  const choose = (id: number) => {
    setPreviewed(false);
    const tile = tiles?.find((each) => each.id === id);
    if (tile && tile.id !== edited?.tile?.id) leaveFor(() => edit({ tile }));
  };
  // The button that opened the dialog may be disabled now, because the page is full.
  const heading = useFocusFallback<HTMLHeadingElement>(edited === undefined);
  useStoredDraft(tiles, { creatorId: creator.id, onFound: setEdited });
  useRequestedTile(tiles, (tile) => (tile || limit === null) && leaveFor(() => edit({ tile })));

  return (
    <section
      aria-labelledby="live-tiles"
      className="border-line sm:rounded-card sm:border sm:bg-surface sm:px-5 sm:pb-5 lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,24rem)] lg:items-start lg:gap-x-8"
    >
      <div className="@container min-w-0">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 pb-4 sm:py-4.5">
          <h2 id="live-tiles" ref={heading} tabIndex={-1} className="text-xl">
            {t("Live tiles")}
          </h2>
          {tiles && tiles.length > 1 && !isEditing && !chosen && <MovingHint />}
          {tiles && !isWide && (
            <Button onClick={() => setPreviewed(true)}>
              <Smartphone size={18} />
              {t("Preview")}
            </Button>
          )}
        </div>
        {tiles ? (
          <div hidden={isEditing}>
            <StartArea creator={creator} start={start} isEmpty={tiles.length === 0} onEdit={edit} />
            {!isStarting && (
              <TileGrid
                tiles={tiles}
                inactiveProducts={inactiveProducts}
                limit={limit}
                chosen={chosen}
                onChoose={setChosen}
                onEdit={edit}
                heading={heading}
              />
            )}
            {!chosen && <BelowTiles tiles={tiles} onSelect={() => setChosen(new Set())} />}
          </div>
        ) : (
          <LoadingTiles isError={isError} onRetry={refetch} />
        )}
        <TileDialog
          edited={edited}
          onClose={() => edit(undefined)}
          onSaved={finish}
          onAdded={end}
          room={room}
          onDraft={setDraft}
          isPanel={isWide}
          leave={leave}
          onPreview={isWide ? undefined : () => setPreviewed(true)}
        />
      </div>
      {tiles && (
        <EditedPage
          draft={draft}
          marked={edited ? (edited.tile?.id ?? NEW_TILE) : null}
          onChoose={choose}
          isBeside={isWide}
          isOpen={isPreviewed}
          onClose={() => setPreviewed(false)}
        />
      )}
    </section>
  );
}

type StoredDraft = { creatorId: number; onFound: (edited: Edited) => void };

/** Reopens the form whose values were stored when the session ended. */
function useStoredDraft(tiles: readonly Tile[] | undefined, { creatorId, onFound }: StoredDraft) {
  const [storedDraft, setStoredDraft] = useState(() => loadDraft("tile", creatorId));
  if (!tiles || !storedDraft) return;
  setStoredDraft(null);
  // A tile that was deleted meanwhile becomes a new one.
  onFound({ tile: tiles.find(({ id }) => id === storedDraft.id) ?? null });
}

/** `?tile=12` or `?tile=new` opens a form once; then the URL is the dashboard's again. */
function useRequestedTile(tiles: readonly Tile[] | undefined, onRequest: (tile: Tile | null) => void) {
  const [query, setQuery] = useSearchParams();
  const requested = query.get("tile");
  const open = useEffectEvent(onRequest);
  useEffect(() => {
    if (!tiles || requested === null) return;
    setQuery(withoutParams(query, ["tile"]), { replace: true, preventScrollReset: true });
    const tile = tiles.find(({ id }) => `${id}` === requested);
    if (tile || requested === "new") open(tile ?? null);
  }, [tiles, requested, query, setQuery]);
}

function BelowTiles({ tiles, onSelect }: { tiles: readonly Tile[]; onSelect: () => void }) {
  return (
    <>
      {tiles.length > 1 && (
        <Suspense>
          <ListOffer tiles={tiles} />
        </Suspense>
      )}
      <div className="mt-3 flex flex-wrap gap-x-5">
        {tiles.length > 1 && <SelectSeveral onClick={onSelect} />}
        <RecentlyDeleted kind={deletableTiles} />
      </div>
    </>
  );
}

function SelectSeveral({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" onClick={onClick} className={quietAction}>
      <ListChecks size={18} />
      {t("Select several")}
    </button>
  );
}

function MovingHint() {
  return (
    <p className="text-sm text-muted max-lg:order-last max-lg:w-full">
      <span className="pointer-coarse:hidden">{t("Drag to reorder")}</span>
      <span className="hidden pointer-coarse:inline">{t("Hold and drag to reorder")}</span>
    </p>
  );
}

function LoadingTiles({ isError, onRetry }: { isError: boolean; onRetry: () => void }) {
  if (isError) return <LoadFailure onRetry={onRetry}>{t("Couldn't load your tiles.")}</LoadFailure>;
  return (
    <div role="status" aria-label={t("Loading tiles")} className={GRID}>
      {[1, 2, 3, 4].map((place) => (
        <div key={place} className="grid gap-2.5">
          <Skeleton className="aspect-square rounded-tile" />
          <Skeleton className="h-4 w-3/4 rounded-md" />
        </div>
      ))}
    </div>
  );
}

/** The id of an unsaved tile in a preview. */
const NEW_TILE = 0;

/** Returns the products that hide their tiles. */
function useInactiveProducts(tiles: readonly Tile[] | undefined): ReadonlySet<number> {
  const sells = tiles?.some(({ product_id }) => product_id !== null) ?? false;
  const { data: products } = useQuery({ ...productsQuery, enabled: sells });
  return useMemo(() => new Set(products?.filter(({ active }) => !active).map(({ id }) => id)), [products]);
}
