import type { PublicCreator } from "../../../contract/api/creators.ts";
import type { PageTile } from "../../../contract/pages/pages.ts";
import type { TileSize } from "../../../contract/rules/tile-sizes.ts";
import { isBlockType, isOnPage } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { Block } from "./blocks/block.tsx";
import { withEventsByDate } from "./events.ts";
import { TileCard } from "./tile-card.tsx";
import { showsForm, TileForm } from "./tile-form.tsx";

type TileGridProps = {
  creator: PublicCreator;
  tiles: PageTile[];
  imageSizes: Record<TileSize, string>;
  /** The page that remains when a tile's detail is closed. */
  closeHref: string;
};

/** The mosaic of three columns at every width. A tile takes one or more columns. Fewer than three tiles are centred. */
export function TileGrid({ tiles, ...rest }: TileGridProps) {
  if (tiles.length === 0) return <EmptyGrid />;
  return (
    <ul className={tiles.length < 3 && !tiles.some(isOnPage) ? "tiles is-few" : "tiles"}>
      {withEventsByDate(tiles).map((tile, index) =>
        isBlockType(tile.type) ? (
          <Block key={tile.id} type={tile.type} tile={tile} index={index} creator={rest.creator} />
        ) : (
          <li key={tile.id} className={tile.size === "normal" ? undefined : `is-${tile.size}`}>
            {showsForm(tile, rest.creator.sells) ? (
              <TileForm tile={tile} index={index} {...rest} />
            ) : (
              <TileCard tile={tile} index={index} {...rest} />
            )}
          </li>
        ),
      )}
    </ul>
  );
}

function EmptyGrid() {
  return (
    <div className="grid justify-items-center gap-6 pt-4 pb-2">
      <div aria-hidden="true" className="grid w-full max-w-60 grid-cols-3 gap-3">
        {["a", "b", "c", "d", "e", "f"].map((cell) => (
          <span
            key={cell}
            className={
              cell === "b"
                ? "aspect-square rounded-card border-2 border-primary bg-tint"
                : "aspect-square rounded-card border-2 border-dashed border-line"
            }
          />
        ))}
      </div>
      <p className="text-muted">{t("No tiles available yet.")}</p>
    </div>
  );
}
