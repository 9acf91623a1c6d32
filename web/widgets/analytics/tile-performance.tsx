import { useId, useState } from "react";
import type { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import { t } from "../../../contract/texts.ts";
import { formatNumber } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { tableRoles } from "../../ui/table-roles.ts";
import { TileImage } from "../../ui/tile-image.tsx";
import { Bar } from "./bar.tsx";
import { clickThroughRate } from "./metrics.ts";
import { NothingYet, PanelPart } from "./panel-part.tsx";
import { periodLabel } from "./periods.ts";

type TileMetrics = AnalyticsSummary["perTile"][number];

/** About the height of the other column. */
const FIRST_ROWS = 8;
const HEAD = "pb-2 ps-4 text-end text-sm font-medium text-muted";

type TilePerformanceProps = { tiles: readonly TileMetrics[]; days: number; className?: string };

/** Views and clicks of each tile, the most clicked first. */
export function TilePerformance({ tiles, days, className }: TilePerformanceProps) {
  const [all, setAll] = useState(false);
  const body = useId();
  const ranked = [...tiles].sort((a, b) => b.tile_clicks - a.tile_clicks);
  return (
    <PanelPart title={t("Tile performance")} note={periodLabel(days)} className={className}>
      {ranked.length === 0 ? (
        <NothingYet>{t("Add a tile to see its views and clicks.")}</NothingYet>
      ) : (
        <table {...tableRoles.table} className="w-full border-collapse text-[15px] tabular-nums">
          <thead {...tableRoles.group} className="sr-only sm:not-sr-only sm:table-header-group">
            <tr {...tableRoles.row}>
              <th {...tableRoles.columnHeader} className={`${HEAD} ps-0! text-start!`}>
                {t("Tile")}
              </th>
              <th {...tableRoles.columnHeader} className={HEAD}>
                {t("Views")}
              </th>
              <th {...tableRoles.columnHeader} className={HEAD}>
                {t("Clicks")}
              </th>
              <th {...tableRoles.columnHeader} className={HEAD}>
                <abbr title={t("Click-through rate: clicks per hundred views")} className="no-underline">
                  {t("CTR")}
                </abbr>
              </th>
            </tr>
          </thead>
          <tbody {...tableRoles.group} id={body}>
            {ranked.slice(0, all ? undefined : FIRST_ROWS).map((tile) => (
              <TileRow key={tile.id} tile={tile} />
            ))}
          </tbody>
        </table>
      )}
      {ranked.length > FIRST_ROWS && (
        <Button
          variant="quiet"
          className="mt-2 -ms-3 px-3! text-primary!"
          aria-expanded={all}
          aria-controls={body}
          onClick={() => setAll(!all)}
        >
          {all
            ? t("Show fewer tiles")
            : t("Show all {count, plural, one {# tile} other {# tiles}}", { count: ranked.length })}
        </Button>
      )}
    </PanelPart>
  );
}

/** A row on a wide screen. On a phone the title has its own line, and each number a label. */
function TileRow({ tile }: { tile: TileMetrics }) {
  const rate = clickThroughRate({ views: tile.page_views, clicks: tile.tile_clicks });
  return (
    <tr {...tableRoles.row} className="grid grid-cols-3 gap-y-1.5 border-t border-line py-3 sm:table-row">
      <th {...tableRoles.rowHeader} className="col-span-3 text-start font-medium sm:py-2.5">
        <span className="flex items-center gap-2.5">
          <TileImage
            id={tile.id}
            title={tile.title}
            image={tile.image_url}
            sizes="32px"
            index={FIRST_ROWS}
            className="w-8 shrink-0 rounded-[9px]! [&_.tile-letter]:text-[15px]"
          />
          <span className="min-w-0">
            <span className="line-clamp-2 [overflow-wrap:anywhere]" dir="auto">
              {tile.title}
            </span>
            <TileNote tile={tile} />
          </span>
        </span>
      </th>
      <Figure name={t("Views")}>{formatNumber(tile.page_views)}</Figure>
      <Figure name={t("Clicks")}>{formatNumber(tile.tile_clicks)}</Figure>
      <td {...tableRoles.cell} className="text-end sm:w-24 sm:ps-4">
        <NameOnPhone>{t("CTR")}</NameOnPhone>
        {rate}
        <Bar part={rateOf(tile)} className="mt-1" />
      </td>
    </tr>
  );
}

const STATES: Readonly<Record<TileMetrics["state"], string | null>> = {
  live: null,
  scheduled: t("Scheduled"),
  ended: t("Ended"),
  hidden: t("Hidden"),
  blocked: t("Hidden by an administrator"),
};

/** A tile's sales and plays, or a note that it is not on the page, in which case its rate covers its days on the page. */
function TileNote({ tile }: { tile: TileMetrics }) {
  const notes = [
    STATES[tile.state],
    tile.purchases > 0
      ? t("{count, plural, one {# purchase} other {# purchases}}", { count: tile.purchases })
      : null,
    tile.plays > 0 ? t("{count, plural, one {# play} other {# plays}}", { count: tile.plays }) : null,
  ].filter((note) => note !== null);
  if (notes.length === 0) return null;
  return <span className="block text-sm font-normal text-muted">{notes.join(" · ")}</span>;
}

function Figure({ name, children }: { name: string; children: string }) {
  return (
    <td {...tableRoles.cell} className="sm:ps-4 sm:text-end">
      <NameOnPhone>{name}</NameOnPhone>
      {children}
    </td>
  );
}

/** Shown without the table's head; screen readers read the name from the head. */
function NameOnPhone({ children }: { children: string }) {
  return (
    <span aria-hidden="true" className="text-sm text-muted sm:hidden">
      {children}{" "}
    </span>
  );
}

function rateOf({ page_views, tile_clicks }: TileMetrics): number {
  return page_views > 0 ? tile_clicks / page_views : 0;
}
