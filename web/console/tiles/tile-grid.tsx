import { memo, type RefObject, useState } from "react";
import type { Tile } from "../../../contract/api/tiles.ts";
import { useDelete } from "../deletion/use-delete.ts";
import { AddTileCard } from "./add-tile-card.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { deletableTiles, useMoveTile } from "./queries.ts";
import { SelectionBar } from "./selection-bar.tsx";
import { SortableTiles } from "./sortable-tiles.tsx";
import { TileCard } from "./tile-card.tsx";
import { TileMenu } from "./tile-menu.tsx";

/** Three columns as on the page itself, or two of its rows side by side. */
export const GRID = "grid grid-cols-3 gap-x-2 gap-y-4 sm:gap-4 @[37rem]:grid-cols-4";

/** What the form is opened with: a tile, or null to add one, which may begin as a copy, or several of links. */
export type Edited = { tile: Tile | null; copyOf?: Tile; links?: string[] };

type TileGridProps = {
  tiles: Tile[];
  inactiveProducts: ReadonlySet<number>;
  /** Why no tile can be added, or null. */
  limit: "page" | "plan" | null;
  /** The ids of the tiles that are chosen; null while none are being chosen. */
  chosen: ReadonlySet<number> | null;
  onChoose: (chosen: ReadonlySet<number> | null) => void;
  onEdit: (edited: Edited) => void;
  /** What receives the focus when a card is deleted. */
  heading: RefObject<HTMLElement | null>;
};

/** The tiles with what can be done to each, or to several. Typing in the form beside it renders none of them again. */
export const TileGrid = memo(function TileGrid(props: TileGridProps) {
  const { tiles, inactiveProducts, limit, chosen, onChoose, onEdit, heading } = props;
  const remove = useDelete(deletableTiles);
  const move = useMoveTile();
  const [moving, setMoving] = useState<Tile | null>(null);
  const toggle = (id: number) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  return (
    <>
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
                choice={
                  chosen ? { isChosen: chosen.has(tile.id), onToggle: () => toggle(tile.id) } : undefined
                }
                menu={
                  <TileMenu
                    tile={tile}
                    canDuplicate={limit === null}
                    onDuplicate={() => onEdit({ tile: null, copyOf: tile })}
                    onMove={ordered.length > 1 ? () => setMoving(tile) : undefined}
                  />
                }
                onEdit={() => onEdit({ tile })}
                onDelete={() => {
                  // The card with the focused button is removed at once.
                  heading.current?.focus();
                  remove(tile);
                }}
              />
            ))}
            {!chosen && <AddTileCard limit={limit} onAdd={() => onEdit({ tile: null })} />}
          </ul>
        )}
      </SortableTiles>
      {chosen && <SelectionBar tiles={tiles} chosen={chosen} onChoose={onChoose} />}
      <MoveDialog
        what={moving?.title ?? null}
        places={tiles.length}
        onMove={(position) => moving && move({ tile: moving, position })}
        onClose={() => setMoving(null)}
      />
    </>
  );
});
