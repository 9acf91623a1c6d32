import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from "@dnd-kit/sortable";
import { type ReactNode, useMemo, useState } from "react";
import type { Tile } from "../../../contract/api/tiles.ts";
import { useMoveTile } from "./queries.ts";
import { announcementsOf, MOVING_HELP, withMoved } from "./tile-order.ts";

/** A click with a slight movement drags nothing. */
const MOUSE = { activationConstraint: { distance: 6 } };
/** A long press drags; a swipe scrolls the page. */
const TOUCH = { activationConstraint: { delay: 220, tolerance: 8 } };
const KEYS = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: "auto" } as const;

type SortableTilesProps = {
  tiles: Tile[];
  /** Renders the tiles in their current order. */
  children: (tiles: Tile[]) => ReactNode;
};

/** Lets tiles be moved by mouse, finger and keyboard. */
export function SortableTiles({ tiles, children }: SortableTilesProps) {
  const [ordered, putDown] = useOrder(tiles);
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, KEYS),
  );
  // The same as long as the order is: a tile that changes renders no other one again.
  const order = ordered.map(({ id }) => id).join();
  const ids = useMemo(() => (order === "" ? [] : order.split(",").map(Number)), [order]);
  const announcements = useMemo(() => announcementsOf(ordered), [ordered]);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={putDown}
      accessibility={{ announcements, screenReaderInstructions: { draggable: MOVING_HELP } }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        {children(ordered)}
      </SortableContext>
    </DndContext>
  );
}

/** Returns the order on the screen: it changes as soon as a tile is dropped, and follows the cache from then on. */
function useOrder(tiles: Tile[]) {
  const move = useMoveTile();
  const [ordered, setOrdered] = useState(tiles);
  const [followed, setFollowed] = useState(tiles);
  if (followed !== tiles) {
    setFollowed(tiles);
    setOrdered(tiles);
  }
  const putDown = ({ active, over }: DragEndEvent) => {
    const tile = ordered.find(({ id }) => id === active.id);
    if (!tile || !over || over.id === active.id) return;
    const position = ordered.findIndex(({ id }) => id === over.id);
    setOrdered(withMoved(ordered, tile.id, position));
    move({ tile, position });
  };
  return [ordered, putDown] as const;
}
