import { type QueryClient, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type TileSelection, tileSelectionRoutes } from "../../../contract/api/tile-selection.ts";
import {
  type Tile,
  type TileInput,
  type TilePatch,
  tileRoutes,
  tileVersion,
} from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";
import { request } from "../../lib/api.ts";
import type { Deletable } from "../deletion/use-delete.ts";
import { useListChange, withChange } from "../editing/list-change.ts";
import { offerUndo } from "../editing/undo.ts";
import { withMoved, withSelection } from "./moved-tiles.ts";
import { nextChangeMs } from "./tile-schedule.ts";

/** The cache key of products. The product of a tip tile is deleted and restored with the tile. */
export const PRODUCTS = ["products"] as const;

/** The creator's tiles in page order. */
export const tilesQuery = queryOptions({
  queryKey: ["tiles"],
  queryFn: async ({ signal }) => (await request(tileRoutes.list, { signal })).tiles,
  // The states in the response change at the next start or end of a tile.
  refetchInterval: ({ state }) => nextChangeMs(state.data, Date.now()),
});

export function useSaveTile(tile: Tile | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ input, read }: { input: TileInput; read: Tile | null }) =>
      tile
        ? (await request(tileRoutes.update, toUpdate(read ?? tile, input))).tile
        : (await request(tileRoutes.create, { body: input })).tile,
    onSuccess: (saved) => cacheTile(queryClient, saved),
    // Also after a rejection, because the page may be full by now.
    onSettled: () => void queryClient.invalidateQueries(tilesQuery),
  });
}

/** A change of a tile with the version it is based on. The server rejects it if the tile was changed elsewhere. */
const toUpdate = (read: Tile, body: TilePatch) => ({
  params: { id: read.id },
  body,
  version: tileVersion(read),
});

export type ListedChange = Partial<Pick<Tile, "title" | "active">>;

/** Changes a tile in the list at once, and reverts it if the request fails. */
export function useChangeTile() {
  return useListChange<Tile, { tile: Tile; change: ListedChange }>(tilesQuery.queryKey, {
    scope: "change-tile",
    send: ({ tile, change }) => request(tileRoutes.update, toUpdate(tile, change)),
    apply: (tiles, { tile, change }) => withChange(tiles, tile.id, change),
    revert: (tiles, { tile: { id, title, active }, change }) =>
      withChange(tiles, id, { ...("title" in change && { title }), ...("active" in change && { active }) }),
    failure: t("Could not save tile."),
  });
}

export const deletableTiles: Deletable<Tile> = {
  failures: { delete: t("Couldn't delete tile."), restore: t("Couldn't restore tile.") },
  nameOf: ({ title }) => title,
  list: tilesQuery.queryKey,
  // The product of a tip tile is deleted and restored with it.
  others: [PRODUCTS],
  routes: tileRoutes,
};

type SelectionChange = TileSelection & {
  /** The message after a success. */
  done: string;
  /** The undo action of the message. */
  undo?: TileSelection;
};

/** Shows, hides, deletes, restores or orders tiles at once, and offers undo. */
export function useChangeSelection() {
  const { mutate } = useListChange<Tile, SelectionChange>(tilesQuery.queryKey, {
    scope: "move-tile",
    others: [PRODUCTS],
    send: ({ ids, action }) => request(tileSelectionRoutes.changeSelection, { body: { ids, action } }),
    apply: withSelection,
    onDone: ({ done, undo }) => {
      if (undo) offerUndo(done, () => mutate({ ...undo, done: t("Undone.") }));
      else toast(done);
    },
    failure: t("Couldn't change the tiles."),
  });
  return mutate;
}

type Move = {
  tile: Tile;
  position: number;
  /** True for a move without a message. */
  isQuiet?: boolean;
};

/** Moves a tile at once, reverts it after a failure, and offers undo. */
export function useMoveTile() {
  const placeIn = (tiles: Tile[], { tile }: Move) => tiles.findIndex(({ id }) => id === tile.id);
  const { mutate } = useListChange<Tile, Move>(tilesQuery.queryKey, {
    scope: "move-tile",
    send: ({ tile: { id }, position }) =>
      request(tileRoutes.update, { params: { id }, body: { position }, version: null }),
    apply: (tiles, { tile, position }) => withMoved(tiles, tile.id, position),
    revert: (tiles, move, before) => {
      const position = placeIn(before, move);
      return position < 0 ? tiles : withMoved(tiles, move.tile.id, position);
    },
    onDone: (move, before) => {
      const position = placeIn(before, move);
      if (move.isQuiet || position < 0) return;
      // The id makes several moves in a row share one message.
      offerUndo(
        t("{title} moved.", { title: move.tile.title }),
        () => mutate({ ...move, position, isQuiet: true }),
        {
          id: "tile-moved",
        },
      );
    },
    failure: t("Couldn't move tile."),
  });
  return mutate;
}

/** Adds a saved tile to the cache, replacing its former version. */
export function cacheTile(queryClient: QueryClient, saved: Tile): void {
  queryClient.setQueryData(tilesQuery.queryKey, (tiles) => {
    const isKnown = tiles?.some(({ id }) => id === saved.id);
    return tiles && (isKnown ? withChange(tiles, saved.id, saved) : [...tiles, saved]);
  });
}
