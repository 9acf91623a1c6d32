import { useSortable } from "@dnd-kit/sortable";
import { GripVertical, PencilIcon, Trash2Icon } from "lucide-react";
import { memo } from "react";
import type { Tile } from "../../../contract/api/tiles.ts";
import { isHeading, tileTypeRules } from "../../../contract/rules/tile-types.ts";
import { formatPrice } from "../../lib/format.ts";
import { BareSwitch } from "../../ui/switch.tsx";
import { TickBox } from "../../ui/tick-box.tsx";
import { TileImage } from "../../ui/tile-image.tsx";
import { imageOf, TILE_TYPE_LABELS } from "../../ui/tile-types.tsx";
import { useCreator } from "../creator-context.ts";
import type { TileActions } from "./tile-actions.ts";
import { TileMenu } from "./tile-menu.tsx";
import { scheduleText } from "./tile-schedule.ts";
import { TileTitle } from "./tile-title.tsx";

type TileCardProps = {
  tile: Tile;
  /** Place in the grid, from 0. */
  index: number;
  /** False for a tile that is alone. */
  movable: boolean;
  /** True while its product is inactive, which hides it from the page. */
  hidden: boolean;
  /** While several tiles are being chosen: whether this one is. */
  isChosen: boolean | undefined;
  /** False while the page has no room for another tile. */
  canDuplicate: boolean;
  actions: TileActions;
};

export const TileCard = memo(function TileCard(props: TileCardProps) {
  const { tile, index, movable, hidden, isChosen, actions } = props;
  const isChoosing = isChosen !== undefined;
  const sorting = useSortable({ id: tile.id, disabled: !movable || isChoosing });
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, isDragging } = sorting;
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
        transition: sorting.transition,
      }}
      className={`relative flex min-w-0 flex-col ${isDragging ? "z-10" : ""}`}
    >
      <div className="relative rounded-[clamp(14px,3.6cqi,20px)]">
        <Face tile={tile} index={index} faded={hidden || !tile.active || tile.state !== "live"} />
        {isChoosing ? (
          <Choice title={tile.title} isChosen={isChosen} onToggle={() => actions.toggle(tile.id)} />
        ) : (
          movable && (
            <button
              type="button"
              ref={setActivatorNodeRef}
              {...attributes}
              {...listeners}
              aria-label={`Move ${tile.title}`}
              className={`${HANDLE} ${isDragging ? "cursor-grabbing shadow-float" : "cursor-grab"}`}
            >
              <span className={BADGE}>
                <GripVertical size={15} aria-hidden="true" />
              </span>
            </button>
          )
        )}
      </div>
      <Body {...props} />
    </li>
  );
});

/** What is below the image; while tiles are dragged it stays as it is. */
const Body = memo(function Body({ tile, movable, hidden, isChosen, canDuplicate, actions }: TileCardProps) {
  const { time_zone: timeZone } = useCreator();
  const status = hidden
    ? "Product inactive"
    : tile.state === "live" && !tile.active
      ? "Inactive"
      : scheduleText(tile, timeZone);
  const isChoosing = isChosen !== undefined;
  return (
    <>
      <div className="flex items-start">
        <TileTitle tile={tile} />
        {!isChoosing && (
          <TileMenu tile={tile} canDuplicate={canDuplicate} movable={movable} actions={actions} />
        )}
      </div>
      {status && <p className="mx-0.5 text-[13.5px] text-muted">{status}</p>}
      {!isChoosing && <Actions tile={tile} actions={actions} />}
    </>
  );
});

/** Covers the image with a box to tick. */
function Choice({ title, isChosen, onToggle }: { title: string; isChosen: boolean; onToggle: () => void }) {
  return (
    <div className={`${HANDLE} ${isChosen ? "ring-3 ring-primary" : ""}`}>
      <TickBox
        area="size-full rounded-[inherit]"
        place="top-[4%] left-[4%] border-white bg-[rgb(20_19_24/0.55)]"
        aria-label={`Select ${title}`}
        checked={isChosen}
        onChange={onToggle}
      />
    </div>
  );
}

function Actions({ tile, actions }: Pick<TileCardProps, "tile" | "actions">) {
  return (
    <div className="@container mt-auto -ml-1 sm:-ml-2">
      <div className="flex">
        <button
          type="button"
          aria-label={`Edit ${tile.title}`}
          onClick={() => actions.edit({ tile })}
          className={ACTION}
        >
          <PencilIcon size={18} className="sm:hidden" />
          <span className="hidden sm:inline">Edit</span>
        </button>
        <button
          type="button"
          aria-label={`Delete ${tile.title}`}
          onClick={() => actions.remove(tile)}
          className={`${ACTION} hover:text-bad`}
        >
          <Trash2Icon size={18} className="sm:hidden" />
          <span className="hidden sm:inline">Delete</span>
        </button>
        {!isHeading(tile) && (
          <span className="ml-auto hidden @[9.5rem]:block">
            <BareSwitch
              aria-label={`${tile.title} is active`}
              checked={tile.active}
              onChange={({ target }) => actions.change(tile, { active: target.checked })}
            />
          </span>
        )}
      </div>
    </div>
  );
}

/** The tile as visitors see it; a heading, which has no image, as its sign. */
const Face = memo(function Face({
  tile,
  index,
  faded,
}: Pick<TileCardProps, "tile" | "index"> & { faded: boolean }) {
  if (isHeading(tile))
    return (
      <span
        className={`grid aspect-square place-items-center rounded-[inherit] border border-line text-muted ${faded ? "opacity-40" : ""}`}
      >
        {TILE_TYPE_LABELS[tile.type].icon(32)}
      </span>
    );
  return (
    <TileImage
      id={tile.id}
      title={tile.title}
      image={imageOf(tile)}
      index={index}
      sizes="(min-width: 1024px) 168px, 31vw"
      className={`rounded-[inherit] ${faded ? FADED : ""}`}
    >
      <span className="tile-kind">{TILE_TYPE_LABELS[tile.type].icon(15)}</span>
      {tile.product && (
        <span className="tile-chip">
          {tile.product.sold_out ? "Sold out" : formatPrice(tile.product.price_cents, tile.product.currency)}
        </span>
      )}
      {tileTypeRules(tile.type).sponsored && <span className="tile-chip">Ad</span>}
    </TileImage>
  );
});

/** As on the page, but for the price, which can still be read here. */
const FADED =
  "grayscale-70 bg-[color-mix(in_srgb,var(--line)_40%,transparent)] [&>.tile-kind]:opacity-40 [&>.tile-letter]:opacity-40 [&>img]:opacity-40";
const BADGE =
  "absolute top-[4%] left-[4%] grid h-7 w-5.5 place-items-center rounded-lg bg-[rgb(20_19_24/0.55)] text-white";
/** Covers the whole image. */
const HANDLE =
  "absolute inset-0 touch-manipulation rounded-[inherit] transition-[box-shadow] select-none [-webkit-touch-callout:none]";
const ACTION =
  "grid size-11 place-items-center rounded-control text-[14px] font-medium text-muted transition-colors hover:text-ink sm:w-auto sm:px-2";
