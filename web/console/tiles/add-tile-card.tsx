import { PlusIcon } from "lucide-react";
import { Link } from "react-router";
import { TOO_MANY_TILES } from "../../../contract/api/tile-messages.ts";
import { sentence, t } from "../../../contract/texts.ts";
import { type TileLimit, toPlan } from "../../lib/plan.ts";
import type { Edited } from "./tile-actions.ts";

/** The last cell of the grid: adds a tile, or explains why none can be added. */
export function AddTileCard({ limit, onAdd }: { limit: TileLimit; onAdd: (added: Edited) => void }) {
  const full = limit !== null;
  // Outside of the card, because a sentence does not fit into it on a phone.
  if (limit === "page") return <li className="col-span-full text-muted">{sentence(TOO_MANY_TILES)}</li>;
  return (
    <li className="grid content-start justify-items-center">
      <button
        type="button"
        disabled={full}
        onClick={() => onAdd({ tile: null })}
        className="grid aspect-square w-full place-content-center justify-items-center gap-1 rounded-[clamp(14px,3.6cqi,20px)] border-2 border-dashed border-muted/50 p-2 text-center text-[13px] leading-tight font-semibold text-muted transition-colors enabled:hover:border-primary enabled:hover:text-primary disabled:cursor-not-allowed sm:text-[15px]"
      >
        {!full && <PlusIcon size={24} />}
        <span>{full ? t("Upgrade to add more tiles") : t("Add tile")}</span>
      </button>
      {limit === "plan, except blocks" && (
        <button
          type="button"
          onClick={() => onAdd({ tile: null, isBlock: true })}
          className="min-h-11 text-[14px] font-semibold text-primary hover:underline"
        >
          {t("Add a block")}
        </button>
      )}
      {full && (
        <Link
          {...toPlan}
          className="grid min-h-11 min-w-11 place-items-center text-[14px] font-semibold text-primary hover:underline"
        >
          {t("See plans")}
        </Link>
      )}
    </li>
  );
}
