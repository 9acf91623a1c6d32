import { Found } from "./found.ts";
import { at, type Json, parseJson } from "./json.ts";

/** A part of the data that Next.js streams into a page: `self.__next_f.push([1,"…"])`. */
const PART = /self\.__next_f\.push\(\[1,("(?:[^"\\]|\\.)*")\]\)/g;
/** An object without objects in it. */
const FLAT = /\{[^{}]{2,4000}\}/g;

/** Reads a Beacons page: pairs of URL and title in its streamed data. Returns null without any. */
export function readBeacons(scripts: readonly string[]): Found | null {
  let data = "";
  for (const script of scripts)
    for (const [, part = ""] of script.matchAll(PART)) {
      const text = parseJson(part);
      if (typeof text === "string") data += text;
    }
  const found = new Found("beacons");
  for (const [object] of data.matchAll(FLAT)) {
    const value: Json | undefined = object.includes('"url"') ? parseJson(object) : undefined;
    const title = at(value, "title");
    const url = at(value, "url");
    if (typeof title === "string" && title !== "" && typeof url === "string" && /^https?:/i.test(url))
      found.link({ title, url, imageUrl: at(value, "image_url") ?? at(value, "thumbnail") });
  }
  return found.rows.length > 0 ? found : null;
}
