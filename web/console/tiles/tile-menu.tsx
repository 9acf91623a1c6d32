import { Copy, Eye, EyeOff, MoreHorizontal, Move, ToggleLeft, ToggleRight } from "lucide-react";
import type { Tile } from "../../../contract/api/tiles.ts";
import { isBlock } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import type { TileActions } from "./tile-actions.ts";

type TileMenuProps = {
  tile: Tile;
  /** False if the page is full. */
  canDuplicate: boolean;
  /** False for a single tile. */
  movable: boolean;
  actions: TileActions;
};

/** The actions for a tile besides Edit and Delete. */
export function TileMenu({ tile, canDuplicate, movable, actions }: TileMenuProps) {
  const { title, active, hidden } = tile;
  return (
    <Menu
      label={t("Actions for {title}", { title })}
      trigger={<MoreHorizontal size={18} />}
      triggerClassName="-me-1.5 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-tint hover:text-ink"
    >
      <MenuItem disabled={!canDuplicate} onClick={() => actions.edit({ tile: null, copyOf: tile })}>
        <Copy size={18} />
        {t("Duplicate")}
      </MenuItem>
      {movable && (
        <MenuItem onClick={() => actions.move(tile)}>
          <Move size={18} />
          {t("Move to…")}
        </MenuItem>
      )}
      {!isBlock(tile) && (
        <MenuItem onClick={() => actions.change(tile, { active: !active })}>
          {active ? <ToggleLeft size={18} /> : <ToggleRight size={18} />}
          <span>{active ? t("Make inactive") : t("Make active")}</span>
        </MenuItem>
      )}
      <MenuItem onClick={() => actions.setHidden(tile, !hidden)}>
        {hidden ? <Eye size={18} /> : <EyeOff size={18} />}
        <span>{hidden ? t("Show on page") : t("Hide from page")}</span>
      </MenuItem>
    </Menu>
  );
}
