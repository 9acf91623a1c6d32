import { type Dispatch, memo, type RefObject, type SetStateAction, Suspense, useMemo, useState } from "react";
import type { Tile } from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import type { TileLimit } from "../../lib/plan.ts";
import { useDelete } from "../deletion/use-delete.ts";
import { AddTileCard } from "./add-tile-card.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { withMoved } from "./moved-tiles.ts";
import { deletableTiles, useChangeSelection, useChangeTile, useMoveTile } from "./queries.ts";
import { SelectionBar } from "./selection-bar.tsx";
import type { Edited, Pictures, TileActions } from "./tile-actions.ts";
import { TileCard } from "./tile-card.tsx";

/** Loads after the tiles, which can be edited without it. Until then, "Move to…" moves them. */
const MoveHandles = lazyPart(
  async () => (await import("./move-handles.tsx")).MoveHandles,
  () => null,
);

/** Three columns, as on the page, or four in a wide area. */
export const GRID = "grid grid-cols-3 gap-x-2 gap-y-4 sm:gap-4 @[37rem]:grid-cols-4";

type TileGridProps = {
  tiles: Tile[];
  inactiveProducts: ReadonlySet<number>;
  /** Why no tile can be added, or null. */
  limit: TileLimit;
  /** The ids of selected tiles, or null while nothing is being selected. */
  chosen: ReadonlySet<number> | null;
  onChoose: Dispatch<SetStateAction<ReadonlySet<number> | null>>;
  onEdit: (edited: Edited) => void;
  /** Receives the focus when a card is deleted. */
  heading: RefObject<HTMLElement | null>;
};

/** The tiles with actions for one or several. Typing in the form beside the grid does not render them again. */
export const TileGrid = memo(function TileGrid(props: TileGridProps) {
  const { tiles, inactiveProducts, limit, chosen, onChoose, onEdit, heading } = props;
  const remove = useDelete(deletableTiles, heading);
  const move = useMoveTile();
  const [ordered, putDown] = useOrder(tiles, move);
  const [moving, setMoving] = useState<Tile | null>(null);
  const [pictures] = useState<Pictures>(() => new Map());
  const { mutate: change } = useChangeTile();
  const changeSelection = useChangeSelection();
  // Stable while the page is open, so that a card is rendered again only for a change of its own tile.
  const actions = useMemo<TileActions>(
    () => ({
      edit: onEdit,
      move: setMoving,
      change: (tile, what) => change({ tile, change: what }),
      setHidden: ({ id, title }, isHidden) =>
        changeSelection({
          ids: [id],
          action: isHidden ? "hide" : "show",
          done: isHidden ? t("{title} is hidden.", { title }) : t("{title} is on the page.", { title }),
          undo: { ids: [id], action: isHidden ? "show" : "hide" },
        }),
      toggle: (id) =>
        onChoose((current) => {
          const next = new Set(current);
          if (!next.delete(id)) next.add(id);
          return next;
        }),
      remove,
    }),
    [onEdit, onChoose, change, changeSelection, remove],
  );
  return (
    <>
      <ul className={`group ${GRID}`} data-choosing={chosen ? "" : undefined}>
        {ordered.map((tile, index) => (
          <TileCard
            key={tile.id}
            pictures={pictures}
            tile={tile}
            index={index}
            movable={ordered.length > 1}
            hidden={tile.product_id !== null && inactiveProducts.has(tile.product_id)}
            isChosen={chosen?.has(tile.id)}
            canDuplicate={limit === null}
            actions={actions}
          />
        ))}
        {!chosen && <AddTileCard limit={limit} onAdd={onEdit} />}
      </ul>
      {!chosen && ordered.length > 1 && (
        <Suspense>
          <MoveHandles tiles={ordered} pictures={pictures} onPutDown={putDown} />
        </Suspense>
      )}
      {chosen && <SelectionBar tiles={tiles} chosen={chosen} onChoose={onChoose} />}
      <MoveDialog
        title={moving ? t("Move {title}", { title: moving.title }) : null}
        places={tiles.length}
        onMove={(position) => moving && move({ tile: moving, position })}
        onClose={() => setMoving(null)}
      />
    </>
  );
});

/** Returns the order on the screen: it changes when a tile is dropped, and then follows the cache. */
function useOrder(tiles: Tile[], move: ReturnType<typeof useMoveTile>) {
  const [ordered, setOrdered] = useState(tiles);
  const [followed, setFollowed] = useState(tiles);
  if (followed !== tiles) {
    setFollowed(tiles);
    setOrdered(tiles);
  }
  const putDown = (tile: Tile, position: number) => {
    setOrdered(withMoved(ordered, tile.id, position));
    move({ tile, position });
  };
  return [ordered, putDown] as const;
}
