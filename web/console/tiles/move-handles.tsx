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
import { memo, type ReactNode, useLayoutEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import type { Tile } from "../../../contract/api/tiles.ts";
import { announcementsOf, MOVING_HELP } from "./move-announcements.ts";
import { MoveHandle } from "./move-handle.tsx";
import type { Pictures } from "./tile-actions.ts";
import { HANDLE } from "./tile-card.tsx";
import { useIsNear } from "./use-is-near.ts";

/** A click with a slight movement does not drag. */
const MOUSE = { activationConstraint: { distance: 6 } };
/** A long press drags; a swipe scrolls the page. */
const TOUCH = { activationConstraint: { delay: 220, tolerance: 8 } };
const KEYS = { coordinateGetter: sortableKeyboardCoordinates, scrollBehavior: "auto" } as const;

type MoveHandlesProps = {
  /** In the order of the screen. */
  tiles: Tile[];
  pictures: Pictures;
  onPutDown: (tile: Tile, position: number) => void;
};

/** Moves tiles by mouse, finger and keyboard: adds a handle to the picture of each card. */
export function MoveHandles({ tiles, pictures, onPutDown }: MoveHandlesProps): ReactNode {
  const sensors = useSensors(
    useSensor(MouseSensor, MOUSE),
    useSensor(TouchSensor, TOUCH),
    useSensor(KeyboardSensor, KEYS),
  );
  // Stable while the order is the same, so that a changed tile renders no other one.
  const order = tiles.map(({ id }) => id).join();
  const ids = useMemo(() => (order === "" ? [] : order.split(",").map(Number)), [order]);
  const announcements = useMemo(() => announcementsOf(tiles), [tiles]);
  const putDown = ({ active, over }: DragEndEvent) => {
    const tile = tiles.find(({ id }) => id === active.id);
    if (!tile || !over || over.id === active.id) return;
    const position = tiles.findIndex(({ id }) => id === over.id);
    onPutDown(tile, position);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={putDown}
      accessibility={{ announcements, screenReaderInstructions: { draggable: MOVING_HELP } }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        {tiles.map(({ id, title }, index) => (
          <Handle key={id} id={id} title={title} pictures={pictures} isFirst={index < FIRST} />
        ))}
      </SortableContext>
    </DndContext>
  );
}

type HandleProps = { id: number; title: string; pictures: Pictures; isFirst: boolean };

/** The handle of a card in or near the view. */
const Handle = memo(function Handle({ id, title, pictures, isFirst }: HandleProps) {
  const [picture, setPicture] = useState<HTMLElement | null>(null);
  // In an effect, because a new card registers its picture only when it is rendered.
  useLayoutEffect(() => setPicture(pictures.get(id) ?? null), [pictures, id]);
  const card = picture?.closest("li") ?? null;
  const isNear = useIsNear(card, isFirst);
  if (!picture || !card || !isNear) return null;
  return createPortal(<MoveHandle tile={{ id, title }} card={card} className={HANDLE} />, picture);
});

/** The number of cards that are assumed to be near the view until they are measured. */
const FIRST = 24;
