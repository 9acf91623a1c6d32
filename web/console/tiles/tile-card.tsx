import type { Tile } from "../../../contract/tiles.ts";
import { formatPrice } from "../../lib/format.ts";
import { PencilIcon, TrashIcon } from "../../ui/icons.tsx";
import { TilePicture } from "../../ui/tile-picture.tsx";

type TileCardProps = {
  tile: Tile;
  /** Place in the grid, from 0. */
  index: number;
  onEdit: () => void;
  onDelete: () => void;
};

export function TileCard({ tile, index, onEdit, onDelete }: TileCardProps) {
  return (
    <li className="flex min-w-0 flex-col">
      <TilePicture
        id={tile.id}
        title={tile.title}
        image={tile.image_url ?? tile.product?.media_url ?? null}
        index={index}
        sizes="(min-width: 1024px) 168px, (min-width: 640px) 22vw, 31vw"
        className={tile.active ? "" : "opacity-50"}
      >
        {tile.product && (
          <span className="absolute bottom-1.5 left-1.5 max-w-[calc(100%-12px)] truncate rounded-lg bg-surface px-2 py-0.5 text-[13px] font-semibold text-ink tabular-nums sm:bottom-2 sm:left-2">
            {formatPrice(tile.product.price_cents, tile.product.currency)}
          </span>
        )}
      </TilePicture>
      <h3
        dir="auto"
        className="mt-2 line-clamp-2 font-sans text-[14.5px] leading-snug font-semibold tracking-normal [overflow-wrap:anywhere]"
      >
        {tile.title}
      </h3>
      {!tile.active && <p className="text-[13.5px] text-muted">Inactive</p>}
      <div className="mt-auto -ml-1 flex sm:-ml-2">
        <button type="button" aria-label={`Edit ${tile.title}`} onClick={onEdit} className={ACTION}>
          <PencilIcon size={18} className="sm:hidden" />
          <span className="hidden sm:inline">Edit</span>
        </button>
        <button
          type="button"
          aria-label={`Delete ${tile.title}`}
          onClick={onDelete}
          className={`${ACTION} hover:text-bad`}
        >
          <TrashIcon size={18} className="sm:hidden" />
          <span className="hidden sm:inline">Delete</span>
        </button>
      </div>
    </li>
  );
}

const ACTION =
  "grid size-11 place-items-center rounded-control text-[14px] font-medium text-muted transition-colors hover:text-ink sm:w-auto sm:px-2";
