import { Copy, Eye, EyeOff, MoreHorizontal, Move, ToggleLeft, ToggleRight } from "lucide-react";
import type { Tile } from "../../../contract/api/tiles.ts";
import { isHeading } from "../../../contract/rules/tile-types.ts";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { useChangeSelection, useChangeTile } from "./queries.ts";

type TileMenuProps = {
  tile: Tile;
  /** False while the page has no room for another tile. */
  canDuplicate: boolean;
  onDuplicate: () => void;
  /** Undefined for a tile that is alone. */
  onMove: (() => void) | undefined;
};

/** What can be done to a tile, besides Edit and Delete. */
export function TileMenu({ tile, canDuplicate, onDuplicate, onMove }: TileMenuProps) {
  const change = useChangeTile();
  const changeSelection = useChangeSelection();
  const { id, title, active, hidden } = tile;
  const toggleHidden = () =>
    changeSelection({
      ids: [id],
      action: hidden ? "show" : "hide",
      done: hidden ? `${title} is on the page.` : `${title} is hidden.`,
      undo: { ids: [id], action: hidden ? "hide" : "show" },
    });
  return (
    <Menu
      label={`Actions for ${title}`}
      trigger={<MoreHorizontal size={18} aria-hidden="true" />}
      triggerClassName="-mr-1.5 grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-tint hover:text-ink"
    >
      <MenuItem disabled={!canDuplicate} onClick={onDuplicate}>
        <Copy size={18} aria-hidden="true" />
        Duplicate
      </MenuItem>
      {onMove && (
        <MenuItem onClick={onMove}>
          <Move size={18} aria-hidden="true" />
          Move to…
        </MenuItem>
      )}
      {!isHeading(tile) && (
        <MenuItem onClick={() => change.mutate({ tile, change: { active: !active } })}>
          {active ? (
            <ToggleLeft size={18} aria-hidden="true" />
          ) : (
            <ToggleRight size={18} aria-hidden="true" />
          )}
          {active ? "Make inactive" : "Make active"}
        </MenuItem>
      )}
      <MenuItem onClick={toggleHidden}>
        {hidden ? <Eye size={18} aria-hidden="true" /> : <EyeOff size={18} aria-hidden="true" />}
        {hidden ? "Show on page" : "Hide from page"}
      </MenuItem>
    </Menu>
  );
}
