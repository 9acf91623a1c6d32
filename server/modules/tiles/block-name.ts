import type { TileInput } from "../../../contract/api/tiles.ts";
import { placeholderOf } from "../../../contract/rules/block-names.ts";
import { plainText } from "../../../contract/rules/formatting.ts";

const NAME_LENGTH = 60;
/** More than enough for the first line. */
const READ_LENGTH = 500;

/** Returns the title of a tile. Lists of the console name a block without a title by the start of its text. */
export function titleOf({ type, title, titleShown, description }: TileInput): string {
  if (titleShown) return title;
  const [line = ""] = plainText((description ?? "").slice(0, READ_LENGTH)).split("\n", 1);
  return Array.from(line).slice(0, NAME_LENGTH).join("").trim() || placeholderOf(type);
}
