import type { Tile } from "../../../contract/api/tiles.ts";
import type { Pasted } from "./pasted-links.ts";
import type { ListedChange } from "./queries.ts";

/** The form's content: a tile, or null to add one, optionally as a copy, from links, or a block where the plan has no room for other tiles. */
export type Edited = { tile: Tile | null; copyOf?: Tile; links?: Pasted; isBlock?: true };

export type TileActions = {
  edit: (edited: Edited) => void;
  move: (tile: Tile) => void;
  change: (tile: Tile, change: ListedChange) => void;
  setHidden: (tile: Tile, isHidden: boolean) => void;
  toggle: (id: number) => void;
  remove: (tile: Tile) => void;
};

/** The pictures of cards by tile id. */
export type Pictures = Map<number, HTMLElement>;
