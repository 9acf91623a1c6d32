import { PencilIcon, Trash2Icon } from "lucide-react";
import { memo, Suspense, useCallback } from "react";
import type { Tile } from "../../../contract/api/tiles.ts";
import { isBlock, tileTypeRules } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { firstLetter, formatPrice } from "../../lib/format.ts";
import { lazyPart } from "../../lib/lazy-part.ts";
import { imageOfTile } from "../../ui/image-of-tile.ts";
import { BareSwitch } from "../../ui/switch.tsx";
import { TickBox } from "../../ui/tick-box.tsx";
import { TileImage } from "../../ui/tile-image.tsx";
import { kindOf, TILE_TYPE_LABELS } from "../../ui/tile-type-labels.tsx";
import { useCreator } from "../creator-context.ts";
import type { Pictures, TileActions } from "./tile-actions.ts";
import { TileMenu } from "./tile-menu.tsx";
import { scheduleText } from "./tile-schedule.ts";
import { TileTitle } from "./tile-title.tsx";

const FirstLetter = ({ title }: Pick<Tile, "title" | "url">) => firstLetter(title);
/** The logos would weigh on the first screen. */
const TileMark = lazyPart(async () => (await import("./tile-mark.tsx")).TileMark, FirstLetter);

type TileCardProps = {
  /** Registers its picture, which gets the move handle. */
  pictures: Pictures;
  tile: Tile;
  /** Index in the grid. */
  index: number;
  /** False for a single tile. */
  movable: boolean;
  /** True if its inactive product hides it from the page. */
  hidden: boolean;
  /** Whether the tile is selected, while tiles are being selected. */
  isChosen: boolean | undefined;
  /** False if the page is full. */
  canDuplicate: boolean;
  actions: TileActions;
};

export const TileCard = memo(function TileCard(props: TileCardProps) {
  const { pictures, tile, index, movable, hidden, isChosen, canDuplicate, actions } = props;
  const { id } = tile;
  const picture = useCallback(
    (element: HTMLElement | null) => {
      if (element) pictures.set(id, element);
      return () => {
        pictures.delete(id);
      };
    },
    [pictures, id],
  );
  return (
    <li className={`relative -m-1 flex min-w-0 flex-col p-1 ${FAR}`}>
      <div ref={picture} className="relative rounded-[clamp(14px,3.6cqi,20px)]">
        <Face tile={tile} index={index} faded={hidden || !tile.active || tile.state !== "live"} />
        {isChosen !== undefined && (
          <Choice title={tile.title} isChosen={isChosen} onToggle={() => actions.toggle(id)} />
        )}
      </div>
      <Body tile={tile} movable={movable} hidden={hidden} canDuplicate={canDuplicate} actions={actions} />
    </li>
  );
}, isSameTile);

/** Returns true if nothing but the position of the tile has changed. After a reload, the tiles are new objects with equal content. */
function isSameTile<Props extends { tile: Tile }>({ tile, ...before }: Props, after: Props): boolean {
  const contentOf = (one: Tile) => JSON.stringify({ ...one, position: 0 });
  const isSame = (name: string) => before[name as keyof typeof before] === after[name as keyof Props];
  return (
    Object.keys(before).every((name) => name === "index" || isSame(name)) &&
    (tile === after.tile || contentOf(tile) === contentOf(after.tile))
  );
}

type BodyProps = Omit<TileCardProps, "pictures" | "index" | "isChosen">;

/** The part below the image, stable while tiles are dragged or selected. */
const Body = memo(function Body({ tile, movable, hidden, canDuplicate, actions }: BodyProps) {
  const { time_zone: timeZone } = useCreator();
  const status = hidden
    ? t("Product inactive")
    : tile.state === "live" && !tile.active
      ? t("Inactive")
      : scheduleText(tile, timeZone);
  return (
    <>
      <div className="flex items-start">
        <TileTitle tile={tile} />
        <span className="group-data-choosing:hidden">
          <TileMenu tile={tile} canDuplicate={canDuplicate} movable={movable} actions={actions} />
        </span>
      </div>
      {status && <p className="mx-0.5 text-[13.5px] text-muted">{status}</p>}
      <Actions tile={tile} actions={actions} />
    </>
  );
}, isSameTile);

/** Covers the image with a checkbox. */
function Choice({ title, isChosen, onToggle }: { title: string; isChosen: boolean; onToggle: () => void }) {
  return (
    <div className={`${HANDLE} ${isChosen ? "ring-3 ring-primary" : ""}`}>
      <TickBox
        area="size-full rounded-[inherit]"
        place="top-[4%] inset-s-[4%] border-white bg-[rgb(20_19_24/0.55)]"
        aria-label={t("Select {title}", { title })}
        checked={isChosen}
        onChange={onToggle}
      />
    </div>
  );
}

function Actions({ tile, actions }: Pick<TileCardProps, "tile" | "actions">) {
  return (
    <div className="@container mt-auto -ms-1 group-data-choosing:hidden sm:-ms-2">
      <div className="flex flex-wrap">
        <button
          type="button"
          aria-label={t("Edit {title}", { title: tile.title })}
          onClick={() => actions.edit({ tile })}
          className={ACTION}
        >
          <PencilIcon size={18} className="sm:hidden" />
          <span className="hidden sm:inline">{t("Edit")}</span>
        </button>
        <button
          type="button"
          aria-label={t("Delete {title}", { title: tile.title })}
          onClick={() => actions.remove(tile)}
          className={`${ACTION} hover:text-bad`}
        >
          <Trash2Icon size={18} className="sm:hidden" />
          <span className="hidden sm:inline">{t("Delete")}</span>
        </button>
        {!isBlock(tile) && (
          <span className="ms-auto hidden @[9.5rem]:block">
            <BareSwitch
              aria-label={t("{title} is active", { title: tile.title })}
              checked={tile.active}
              onChange={({ target }) => actions.change(tile, { active: target.checked })}
            />
          </span>
        )}
      </div>
    </div>
  );
}

/** The tile as visitors see it; a block without an image as a symbol. */
const Face = memo(function Face({
  tile,
  index,
  faded,
}: Pick<TileCardProps, "tile" | "index"> & { faded: boolean }) {
  const image = imageOfTile(tile);
  if (isBlock(tile) && image === null)
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
      image={image}
      index={index}
      sizes="(min-width: 1024px) 168px, 31vw"
      className={`rounded-[inherit] ${faded ? FADED : ""}`}
      mark={
        !image &&
        tile.url && (
          <Suspense fallback={<FirstLetter {...tile} />}>
            <TileMark {...tile} />
          </Suspense>
        )
      }
    >
      <span className="tile-kind">{kindOf(tile).icon(15)}</span>
      {tile.product && (
        <span className="tile-chip">
          {tile.product.sold_out
            ? t("Sold out")
            : formatPrice(tile.product.price_cents, tile.product.currency)}
        </span>
      )}
      {tileTypeRules(tile.type).sponsored && <span className="tile-chip">{t("Ad")}</span>}
    </TileImage>
  );
});

/** Out of view, the browser does not render a card's content, because hundreds of cards would delay each key. Focus rings need space inside the card, because anything painted outside is cut off. */
const FAR =
  "[content-visibility:auto] [contain-intrinsic-block-size:auto_calc(33cqi+90px)] @[37rem]:[contain-intrinsic-block-size:auto_calc(25cqi+84px)]";
/** As on the page, except for the price, which stays readable. */
const FADED =
  "grayscale-70 bg-[color-mix(in_srgb,var(--line)_40%,transparent)] [&>.tile-kind]:opacity-40 [&>.tile-letter]:opacity-40 [&>img]:opacity-40";
export const HANDLE =
  "absolute inset-0 touch-manipulation rounded-[inherit] transition-[box-shadow] select-none [-webkit-touch-callout:none]";
const ACTION =
  "grid size-11 place-items-center rounded-control text-[14px] font-medium text-muted transition-colors hover:text-ink sm:w-auto sm:px-2";
