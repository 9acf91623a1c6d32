import { z } from "zod";
import { limits } from "../../../contract/rules/limits.ts";
import { parseUrl } from "../../../contract/rules/urls.ts";
import { parseJson } from "../../platform/json.ts";
import { cleanText, type PageMetadata } from "./page-metadata.ts";

const text = z.string().optional().catch(undefined);
const Playable = z.object({ title: text, author_name: text, description: text, thumbnail_url: text });

/**
 * Reads title, description and picture of an oEmbed response. The author replaces a missing description.
 * Returns null without a title. Throws for invalid JSON.
 */
export function readPlayable(json: Buffer): PageMetadata | null {
  const { data } = Playable.safeParse(parseJson(json.toString("utf8")));
  const title = cleanText(data?.title, limits.tileTitle.max);
  if (!data || title === null) return null;
  const picture = parseUrl(data.thumbnail_url ?? "");
  return {
    title,
    description: cleanText(data.description || data.author_name, limits.tileDescription.max),
    imageUrl: picture && /^https?:$/.test(picture.protocol) ? picture : null,
  };
}
