import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { type Tile, type TileInput, tileRoutes } from "../../../contract/api/tiles.ts";
import { errorMessage, request } from "../../lib/api.ts";
import type { Deletable } from "../deletion/use-delete.ts";
import { withMoved } from "./tile-order.ts";
import { nextChangeMs } from "./tile-schedule.ts";

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
    mutationFn: async (input: TileInput) =>
      tile
        ? (await request(tileRoutes.update, { params: { id: tile.id }, body: input })).tile
        : (await request(tileRoutes.create, { body: input })).tile,
    onSuccess: (saved) => {
      queryClient.setQueryData(tilesQuery.queryKey, (tiles) => tiles && withTile(tiles, saved));
    },
    // Also after a refusal: the page may have filled up elsewhere.
    onSettled: () => void queryClient.invalidateQueries(tilesQuery),
  });
}

export const deletableTiles: Deletable<Tile> = {
  noun: "tile",
  nameOf: ({ title }) => title,
  list: tilesQuery.queryKey,
  remove: (id) => request(tileRoutes.remove, { params: { id } }),
  restore: (id) => request(tileRoutes.restore, { params: { id } }),
  listDeleted: (signal) => request(tileRoutes.deleted, { signal }),
};

const MOVE = ["tiles", "move"];

/** Moves a tile optimistically, and back when the request fails. */
export function useMoveTile() {
  const queryClient = useQueryClient();
  const put = (id: number, position: number) =>
    queryClient.setQueryData(tilesQuery.queryKey, (tiles) => tiles && withMoved(tiles, id, position));
  return useMutation({
    mutationKey: MOVE,
    // One after another: the last move must also reach the server last.
    scope: { id: "move-tile" },
    mutationFn: ({ tile, position }: { tile: Tile; position: number }) =>
      request(tileRoutes.update, { params: { id: tile.id }, body: { position } }),
    onMutate: async ({ tile, position }) => {
      await queryClient.cancelQueries(tilesQuery);
      const before = queryClient.getQueryData(tilesQuery.queryKey);
      put(tile.id, position);
      return { from: before?.findIndex(({ id }) => id === tile.id) ?? -1 };
    },
    onError: (error, { tile }, context) => {
      if (context && context.from >= 0) put(tile.id, context.from);
      toast.error(errorMessage(error, "Could not move tile."));
    },
    onSettled: () => {
      // While another move is in progress, the server's order is not yet the one on the screen.
      if (queryClient.isMutating({ mutationKey: MOVE }) === 1) void queryClient.invalidateQueries(tilesQuery);
    },
  });
}

/** Returns the tiles with one that was saved: in its place, or as the last. */
export function withTile(tiles: Tile[], saved: Tile): Tile[] {
  return tiles.some(({ id }) => id === saved.id)
    ? tiles.map((tile) => (tile.id === saved.id ? saved : tile))
    : [...tiles, saved];
}
