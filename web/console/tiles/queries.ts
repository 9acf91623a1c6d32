import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type TileSelection, tileSelectionRoutes } from "../../../contract/api/tile-selection.ts";
import {
  type Tile,
  type TileInput,
  type TilePatch,
  tileRoutes,
  tileVersion,
} from "../../../contract/api/tiles.ts";
import { errorMessage, request } from "../../lib/api.ts";
import type { Deletable } from "../deletion/use-delete.ts";
import { offerUndo } from "../undo.ts";
import { withMoved, withSelection } from "./tile-order.ts";
import { nextChangeMs } from "./tile-schedule.ts";

/** The key of the creator's products: a tip tile may have made one, which is deleted and restored with it. */
export const PRODUCTS = ["products"] as const;

/** The creator's tiles in page order. */
export const tilesQuery = queryOptions({
  queryKey: ["tiles"],
  queryFn: async ({ signal }) => (await request(tileRoutes.list, { signal })).tiles,
  // The states that the server reports change at the times of the schedule.
  refetchInterval: ({ state }) => nextChangeMs(state.data, Date.now()),
});

/** Adds a tile, or changes the one given. */
export function useSaveTile(tile: Tile | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ input, read }: { input: TileInput; read: Tile | null }) =>
      tile
        ? (await request(tileRoutes.update, toUpdate(read ?? tile, input))).tile
        : (await request(tileRoutes.create, { body: input })).tile,
    onSuccess: (saved) => {
      queryClient.setQueryData(tilesQuery.queryKey, (tiles) => tiles && withTile(tiles, saved));
    },
    // Also after a refusal: the page may have filled up elsewhere.
    onSettled: () => void queryClient.invalidateQueries(tilesQuery),
  });
}

/** A change of a tile as it was read: refused when it was changed elsewhere. */
const toUpdate = (read: Tile, body: TilePatch) => ({
  params: { id: read.id },
  body,
  version: tileVersion(read),
});

const CHANGE = ["tiles", "change"];
/** What can be changed in the list itself. */
export type ListedChange = Pick<TilePatch, "title" | "active">;

/** Changes a tile in the list at once, and back when the request fails. */
export function useChangeTile() {
  const queryClient = useQueryClient();
  const put = (id: number, change: ListedChange) =>
    queryClient.setQueryData(tilesQuery.queryKey, (tiles) =>
      tiles?.map((tile) => (tile.id === id ? ({ ...tile, ...change } as Tile) : tile)),
    );
  return useMutation({
    mutationKey: CHANGE,
    // One after another: the last choice must also be the last request.
    scope: { id: "change-tile" },
    mutationFn: ({ tile, change }: { tile: Tile; change: ListedChange }) =>
      request(tileRoutes.update, toUpdate(tile, change)),
    onMutate: async ({ tile, change }) => {
      await queryClient.cancelQueries(tilesQuery);
      put(tile.id, change);
    },
    onError: (error, { tile: { id, title, active }, change }) => {
      // What else was changed meanwhile stays.
      put(id, { ...("title" in change && { title }), ...("active" in change && { active }) });
      toast.error(errorMessage(error, "Could not save tile."));
    },
    onSettled: () => {
      // Before the last of several, the server's list is not yet the one on the screen.
      if (queryClient.isMutating({ mutationKey: CHANGE }) === 1)
        void queryClient.invalidateQueries(tilesQuery);
    },
  });
}

export const deletableTiles: Deletable<Tile> = {
  noun: "tile",
  nameOf: ({ title }) => title,
  list: tilesQuery.queryKey,
  // The product that a tip tile has made goes and returns with it.
  others: [PRODUCTS],
  remove: (id) => request(tileRoutes.remove, { params: { id } }),
  restore: (id) => request(tileRoutes.restore, { params: { id } }),
  listDeleted: (signal) => request(tileRoutes.deleted, { signal }),
};

type SelectionChange = TileSelection & {
  /** The message once it is done. */
  done: string;
  /** What the message offers to do. */
  undo?: TileSelection;
};

/** Shows, hides, deletes, restores or orders tiles at once, back when the request fails, and offers to undo it. */
export function useChangeSelection() {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    scope: { id: "move-tile" },
    mutationFn: ({ ids, action }: SelectionChange) =>
      request(tileSelectionRoutes.changeSelection, { body: { ids, action } }),
    onMutate: async (change) => {
      await queryClient.cancelQueries(tilesQuery);
      queryClient.setQueryData(tilesQuery.queryKey, (tiles) => tiles && withSelection(tiles, change));
    },
    onSuccess: (_response, { done, undo }) => {
      if (undo) offerUndo(done, () => mutate({ ...undo, done: "Undone." }));
      else toast(done);
    },
    onError: (error) => toast.error(errorMessage(error, "Couldn't change the tiles.")),
    onSettled: () => {
      void queryClient.invalidateQueries(tilesQuery);
      void queryClient.invalidateQueries({ queryKey: PRODUCTS });
    },
  });
  return mutate;
}

const MOVE = ["tiles", "move"];
type Move = {
  tile: Tile;
  position: number;
  /** True for a move that needs no message. */
  isQuiet?: boolean;
};

/** Moves a tile at once, back when the request fails, and offers to undo it. */
export function useMoveTile() {
  const queryClient = useQueryClient();
  const put = (id: number, position: number) =>
    queryClient.setQueryData(tilesQuery.queryKey, (tiles) => tiles && withMoved(tiles, id, position));
  const move = useMutation({
    mutationKey: MOVE,
    // One after another: the last move must also reach the server last.
    scope: { id: "move-tile" },
    mutationFn: ({ tile, position }: Move) =>
      request(tileRoutes.update, { params: { id: tile.id }, body: { position } }),
    onMutate: async ({ tile, position }) => {
      await queryClient.cancelQueries(tilesQuery);
      const before = queryClient.getQueryData(tilesQuery.queryKey);
      put(tile.id, position);
      return { from: before?.findIndex(({ id }) => id === tile.id) ?? -1 };
    },
    onSuccess: (_response, { tile, isQuiet }, { from }) => {
      if (isQuiet || from < 0) return;
      const takeBack = () => move.mutate({ tile, position: from, isQuiet: true });
      // One message, however many tiles are moved one after another.
      offerUndo(`${tile.title} moved.`, takeBack, { id: "tile-moved" });
    },
    onError: (error, { tile }, context) => {
      if (context && context.from >= 0) put(tile.id, context.from);
      toast.error(errorMessage(error, "Couldn't move tile."));
    },
    onSettled: () => {
      // While another move is in progress, the server's order is not yet the one on the screen.
      if (queryClient.isMutating({ mutationKey: MOVE }) === 1) void queryClient.invalidateQueries(tilesQuery);
    },
  });
  return move.mutate;
}

/** Returns the tiles with one that was saved: in its place, or as the last. */
export function withTile(tiles: Tile[], saved: Tile): Tile[] {
  return tiles.some(({ id }) => id === saved.id)
    ? tiles.map((tile) => (tile.id === saved.id ? saved : tile))
    : [...tiles, saved];
}
