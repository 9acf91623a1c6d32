import type { Tile } from "../../../contract/api/tiles.ts";
import { firstLetter } from "../../lib/format.ts";
import { platformMark } from "../../ui/platform-mark.tsx";

/** The logo of the platform that a link leads to, as on the page, or its first letter. */
export function TileMark({ title, url }: Pick<Tile, "title" | "url">) {
  return platformMark({ url }) ?? firstLetter(title);
}
