import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Creator } from "../../../contract/api/creators.ts";
import { countedTiles, countTileTypes } from "../../../contract/rules/tile-types.ts";
import { t } from "../../../contract/texts.ts";
import { planHelp, planLabel, planStatus, tileSlotsLeft, toPlan, upgradeLabel } from "../../lib/plan.ts";
import { useSite } from "../../lib/site-context.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { tilesQuery } from "../tiles/queries.ts";

/** With more places than these, the drawing of them would be longer than the card. */
const MAX_PLACES = 20;

/** The plan and its usage. */
export function PlanCard({ creator }: { creator: Creator }) {
  const { data: tiles, isError } = useQuery(tilesQuery);
  const { plans } = useSite();
  const isLimited = tileSlotsLeft(creator, 0, plans) !== null;
  const help = planHelp(creator);
  const used = countedTiles(countTileTypes(tiles ?? []));
  return (
    <section
      aria-label={t("Plan")}
      className="grid gap-2.5 rounded-card border border-line bg-surface p-4 md:w-85 md:px-4.5"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <span className="rounded-lg bg-tint px-2.5 py-0.5 text-sm font-semibold text-primary">
          {planLabel(creator)}
        </span>
        <Link
          {...toPlan}
          className="-my-2 inline-flex min-h-11 items-center font-semibold text-primary underline-offset-4 hover:underline"
        >
          {upgradeLabel(creator)}
        </Link>
      </div>
      {isLimited && plans.free.tiles <= MAX_PLACES && (
        <div aria-hidden="true" className="grid grid-cols-5 gap-1.5">
          {Array.from({ length: plans.free.tiles }, (_, place) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: fixed places
              key={place}
              className={`h-5.5 rounded-[7px] transition-colors ${place < used ? "bg-primary" : "bg-line"}`}
            />
          ))}
        </div>
      )}
      {isLimited && !tiles ? (
        // A failure is shown in the list itself.
        !isError && <Skeleton className="my-1 h-3.5 w-3/4 rounded" />
      ) : (
        <p className="text-sm text-muted">{planStatus(creator, used, plans)}</p>
      )}
      {help && <p className="text-sm text-muted">{help}</p>}
    </section>
  );
}
