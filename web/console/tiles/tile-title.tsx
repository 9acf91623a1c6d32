import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Tile } from "../../../contract/api/tiles.ts";
import { limits } from "../../../contract/rules/limits.ts";
import { t } from "../../../contract/texts.ts";
import { useChangeTile } from "./queries.ts";

/** The title of a tile in the list; a click edits it in place. */
export function TileTitle({ tile }: { tile: Tile }) {
  const [typed, setTyped] = useState<string | null>(null);
  const change = useChangeTile();
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isTyping = typed !== null;
  useEffect(() => {
    if (!isTyping) return;
    field.current?.focus();
    field.current?.select();
  }, [isTyping]);
  const save = async ({ isByKey }: { isByKey: boolean }) => {
    if (change.isPending) return;
    const title = typed?.trim() ?? "";
    if (title !== "" && title !== tile.title) {
      try {
        await change.mutateAsync({ tile, change: { title } });
      } catch {
        // The field keeps the typed text, and a message says why it was not saved.
        return;
      }
    }
    end({ isByKey });
  };
  const end = ({ isByKey }: { isByKey: boolean }) => {
    flushSync(() => setTyped(null));
    if (isByKey) button.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") void save({ isByKey: true });
    if (event.key === "Escape") end({ isByKey: true });
  };
  return (
    <h3 dir="auto" className="min-w-0 flex-1 font-sans tracking-normal">
      {isTyping ? (
        <input
          ref={field}
          aria-label={t("Title of {title}", { title: tile.title })}
          value={typed}
          maxLength={limits.tileTitle.max}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={onKeyDown}
          onBlur={() => void save({ isByKey: false })}
          className="min-h-11 w-full rounded-control border border-line bg-surface px-2 text-[15px]"
        />
      ) : (
        <button
          ref={button}
          type="button"
          title={t("Rename")}
          onClick={() => setTyped(tile.title)}
          className="min-h-11 w-full rounded-control text-start hover:bg-tint"
        >
          <span className="tile-name mt-0!">{tile.title}</span>
        </button>
      )}
    </h3>
  );
}
