import { useState } from "react";
import type { Tile } from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { SaveBar } from "../editing/save-bar.tsx";
import { MoveDialog } from "./move-dialog.tsx";
import { orderWithMoved } from "./moved-tiles.ts";
import { useChangeSelection } from "./queries.ts";

type SelectionBarProps = {
  tiles: readonly Tile[];
  chosen: ReadonlySet<number>;
  /** Null ends the selection. */
  onChoose: (chosen: ReadonlySet<number> | null) => void;
};

/** The actions for selected tiles; each can be undone. */
export function SelectionBar({ tiles, chosen, onChoose }: SelectionBarProps) {
  const change = useChangeSelection();
  const [isMoving, setMoving] = useState(false);
  const selected = tiles.filter(({ id }) => chosen.has(id));
  const count = selected.length;
  const ids = selected.map(({ id }) => id);
  const isNone = ids.length === 0;
  const finish = (selection: Parameters<typeof change>[0]) => {
    change(selection);
    onChoose(null);
  };
  const setHidden = (hidden: boolean) => {
    const changed = selected.filter((tile) => tile.hidden !== hidden).map(({ id }) => id);
    const [action, opposite] = hidden ? (["hide", "show"] as const) : (["show", "hide"] as const);
    const done = hidden
      ? t("{count, plural, one {# tile} other {# tiles}} hidden.", { count })
      : t("{count, plural, one {# tile} other {# tiles}} on the page.", { count });
    finish({ ids, action, done, ...(changed.length > 0 && { undo: { ids: changed, action: opposite } }) });
  };
  const remove = () =>
    finish({
      ids,
      action: "delete",
      done: t("{count, plural, one {# tile} other {# tiles}} deleted.", { count }),
      undo: { ids, action: "restore" },
    });
  const move = (position: number) => {
    const before = tiles.map(({ id }) => id);
    const moved = orderWithMoved(tiles, chosen, position);
    finish({
      ids: moved,
      action: "order",
      done: t("{count, plural, one {# tile} other {# tiles}} moved.", { count }),
      undo: { ids: before, action: "order" },
    });
  };
  return (
    <div className="mt-4">
      <SaveBar>
        <div className="flex flex-wrap items-center gap-2">
          <p role="status" className="me-auto font-semibold">
            {t("{count, plural, one {# tile} other {# tiles}} selected", { count })}
          </p>
          <Button onClick={() => onChoose(new Set(isNone ? tiles.map(({ id }) => id) : []))}>
            {isNone ? t("Select all") : t("Select none")}
          </Button>
          <Button disabled={isNone || tiles.length < 2} onClick={() => setMoving(true)}>
            {t("Move to…")}
          </Button>
          <Button disabled={isNone} onClick={() => setHidden(true)}>
            {t("Hide")}
          </Button>
          <Button disabled={isNone} onClick={() => setHidden(false)}>
            {t("Show")}
          </Button>
          <Button variant="danger" disabled={isNone} onClick={remove}>
            {t("Delete")}
          </Button>
          <Button variant="primary" onClick={() => onChoose(null)}>
            {t("Done")}
          </Button>
        </div>
      </SaveBar>
      <MoveDialog
        title={isMoving ? t("Move {count, plural, one {# tile} other {# tiles}}", { count }) : null}
        places={tiles.length - selected.length + 1}
        onMove={move}
        onClose={() => setMoving(false)}
      />
    </div>
  );
}
