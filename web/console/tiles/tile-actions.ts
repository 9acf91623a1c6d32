import type { Tile } from "../../../contract/api/tiles.ts";
import type { ListedChange } from "./queries.ts";

/** What the form is opened with: a tile, or null to add one, which may begin as a copy, or several of links. */
export type Edited = { tile: Tile | null; copyOf?: Tile; links?: string[] };

export type TileActions = {
  edit: (edited: Edited) => void;
  move: (tile: Tile) => void;
  change: (tile: Tile, change: ListedChange) => void;
  setHidden: (tile: Tile, isHidden: boolean) => void;
  toggle: (id: number) => void;
  remove: (tile: Tile) => void;
};

/** The pictures of cards by the ids of their tiles. */
export type Pictures = Map<number, HTMLElement>;
