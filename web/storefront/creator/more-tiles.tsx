import { TILES_PER_RESPONSE } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";

type MoreTilesProps = {
  handle: string;
  /** The index of the first tile on the screen. */
  from: number;
  /** The number of tiles on the screen. */
  count: number;
  total: number;
};

/** Links to the parts of a page that is longer than one response. Scripts append the parts in place. */
export function MoreTiles({ handle, from, count, total }: MoreTilesProps) {
  const next = from + TILES_PER_RESPONSE;
  return (
    <nav
      aria-label={t("More tiles")}
      className="mt-8 grid justify-items-center gap-3 text-center"
      data-enhance="more-tiles"
      data-from={from}
      data-total={total}
      data-failure={t("Couldn't load more tiles. Please try again.")}
    >
      <p className="text-sm text-muted tabular-nums">
        {count > 1
          ? rich("Tiles {first} to {last} of {total}", {
              first: from + 1,
              last: <span data-part="last">{from + count}</span>,
              total: <span data-part="total">{total}</span>,
            })
          : t("Tile {number} of {total}", { number: from + count, total })}
      </p>
      <div className="flex flex-wrap justify-center gap-2.5">
        {from > 0 && (
          <Button href={paths.creatorFrom(handle, Math.max(0, from - TILES_PER_RESPONSE))}>
            {t("Previous tiles")}
          </Button>
        )}
        {next < total && (
          <Button href={paths.creatorFrom(handle, next)} data-part="more">
            {t("More tiles")}
          </Button>
        )}
      </div>
      <p role="status" className="text-sm font-semibold text-bad empty:hidden" data-part="status" />
    </nav>
  );
}
