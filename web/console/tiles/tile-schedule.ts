import type { Tile } from "../../../contract/api/tiles.ts";
import { t } from "../../../contract/texts.ts";
import { formatInstant } from "../../lib/time-fields.ts";

type Scheduled = Pick<Tile, "starts_at" | "ends_at">;

/** Describes a tile's schedule for its card, or returns null for a live tile without an end. */
export function scheduleText(tile: Scheduled & Pick<Tile, "state">, timeZone: string): string | null {
  const words = (instant: string | null) => (instant ? formatInstant(instant, timeZone) : "");
  switch (tile.state) {
    case "blocked":
      return t("Hidden by an administrator");
    case "hidden":
      return t("Hidden");
    case "scheduled":
      return t("Scheduled: {startsAt}", { startsAt: words(tile.starts_at) });
    case "ended":
      return t("Ended: {endsAt}", { endsAt: words(tile.ends_at) });
    case "live":
      return tile.ends_at && t("Live until {endsAt}", { endsAt: words(tile.ends_at) });
  }
}

/** The longest delay of a browser's timer, in milliseconds. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Returns the milliseconds until one second after the next start or end of these tiles, to allow for the server's clock, or false if there is none. */
export function nextChangeMs(tiles: readonly Scheduled[] | undefined, now: number): number | false {
  const times = (tiles ?? [])
    .flatMap(({ starts_at, ends_at }) => [starts_at, ends_at])
    .flatMap((time) => (time === null ? [] : [Date.parse(time) + 1_000 - now]))
    .filter((delay) => delay > 0);
  return times.length > 0 && Math.min(MAX_DELAY_MS, ...times);
}
