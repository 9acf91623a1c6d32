import { PlusIcon } from "../../ui/icons.tsx";

/** The last place of the grid: adds a tile, or says why none can be added. */
export function AddTileCard({ full, onAdd }: { full: boolean; onAdd: () => void }) {
  return (
    <li>
      <button
        type="button"
        disabled={full}
        onClick={onAdd}
        className="grid aspect-square w-full place-content-center justify-items-center gap-1 rounded-[16px] border-2 border-dashed border-muted/50 p-2 text-center text-[13px] leading-tight font-semibold text-muted transition-colors enabled:hover:border-primary enabled:hover:text-primary disabled:cursor-not-allowed sm:rounded-tile sm:text-[15px]"
      >
        {!full && <PlusIcon size={24} />}
        {full ? "Upgrade to add more tiles" : "Add tile"}
      </button>
    </li>
  );
}
