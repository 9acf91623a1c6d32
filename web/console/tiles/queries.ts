import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Tile, type TileInput, tileRoutes } from "../../../contract/tiles.ts";
import { call } from "../../lib/api.ts";

/** The creator's tiles in page order. */
export const tilesQuery = queryOptions({
  queryKey: ["tiles"],
  queryFn: async ({ signal }) => (await call(tileRoutes.list, { signal })).tiles,
});

/** Adds a tile, or changes the one given. */
export function useSaveTile(tile: Tile | null) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: TileInput) =>
      tile
        ? (await call(tileRoutes.update, { params: { id: tile.id }, body: input })).tile
        : (await call(tileRoutes.create, { body: input })).tile,
    onSuccess: (saved) => {
      queryClient.setQueryData(tilesQuery.queryKey, (tiles) => tiles && withTile(tiles, saved));
    },
    // Also after a refusal: the page may have filled up elsewhere.
    onSettled: () => void queryClient.invalidateQueries(tilesQuery),
  });
}

export function useDeleteTile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (tile: Tile) => call(tileRoutes.remove, { params: { id: tile.id } }),
    onSuccess: (_answer, { id }) => {
      queryClient.setQueryData(tilesQuery.queryKey, (tiles) => tiles?.filter((tile) => tile.id !== id));
    },
    // Also after a failure: the tile may have been deleted elsewhere.
    onSettled: () => void queryClient.invalidateQueries(tilesQuery),
  });
}

function withTile(tiles: Tile[], saved: Tile): Tile[] {
  return tiles.some(({ id }) => id === saved.id)
    ? tiles.map((tile) => (tile.id === saved.id ? saved : tile))
    : [...tiles, saved];
}
