import { useSortable } from "@dnd-kit/sortable";
import { GripVertical } from "lucide-react";
import { useEffect, useLayoutEffect } from "react";
import type { Tile } from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";

type MoveHandleProps = {
  tile: Pick<Tile, "id" | "title">;
  /** The element of the moved card. */
  card: HTMLElement;
  className: string;
};

/** The button that moves a card. It changes the card's element directly, so that a drag does not render the card again. */
export function MoveHandle({ tile: { id, title }, card, className }: MoveHandleProps) {
  const sorting = useSortable({ id, attributes: { roleDescription: t("sortable") } });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    sorting;
  useEffect(() => {
    setNodeRef(card);
    return () => setNodeRef(null);
  }, [setNodeRef, card]);
  const moved = transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : "";
  useLayoutEffect(() => {
    const { style } = card;
    style.transform = moved;
    style.transition = transition ?? "";
    style.zIndex = isDragging ? "10" : "";
    // Otherwise the shadow of the moved card would be cut off.
    style.contentVisibility = isDragging ? "visible" : "";
    return () => {
      style.transform = "";
      style.transition = "";
    };
  }, [card, moved, transition, isDragging]);
  return (
    <button
      type="button"
      ref={setActivatorNodeRef}
      {...attributes}
      {...listeners}
      aria-label={t("Move {title}", { title })}
      className={`${className} ${isDragging ? "cursor-grabbing shadow-float" : "cursor-grab"}`}
    >
      <span className="absolute top-[4%] inset-s-[4%] grid h-7 w-5.5 place-items-center rounded-lg bg-[rgb(20_19_24/0.55)] text-white">
        <GripVertical size={15} />
      </span>
    </button>
  );
}
