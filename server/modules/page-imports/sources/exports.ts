import { Found } from "./found.ts";
import { at, itemsOf, type Json, parseJson } from "./json.ts";

/** Reads the export of a LinkStack user, or returns null for another document. */
export function readLinkStack(data: Json): Found | null {
  if (at(data, "littlelink_name") === undefined || !Array.isArray(at(data, "links"))) return null;
  const found = new Found("linkstack");
  found.profile({ name: at(data, "name"), bio: at(data, "littlelink_description") });
  for (const link of itemsOf(at(data, "links")).toSorted(
    (a, b) => numberAt(a, "order") - numberAt(b, "order"),
  )) {
    const title = at(link, "title");
    const type = at(link, "type");
    const button = numberAt(link, "button_id");
    if (type === "heading" || button === 42) found.heading(title);
    else if (type === "text" || button === 93) found.text(title);
    else if (type === "spacer" || button === 43) continue;
    else found.link({ title, url: at(link, "link"), imageUrl: undefined });
  }
  return found;
}

/** Reads an export of LinkBreeze, or returns null for another document. */
export function readLinkBreeze(data: Json): Found | null {
  if (at(data, "exportedAt") === undefined || !Array.isArray(at(data, "links"))) return null;
  const found = new Found("linkbreeze");
  const profile = itemsOf(at(data, "profile"))[0] ?? at(data, "profile");
  found.profile({ name: at(profile, "name") ?? at(profile, "displayName"), bio: at(profile, "bio") });
  const socials = at(profile, "socialLinks");
  for (const social of itemsOf(typeof socials === "string" ? parseJson(socials) : socials))
    found.social(at(social, "url"));
  for (const link of itemsOf(at(data, "links")).toSorted(
    (a, b) => numberAt(a, "orderIndex") - numberAt(b, "orderIndex"),
  )) {
    const title = at(link, "title");
    if (at(link, "isActive") === false || at(link, "isActive") === 0) found.leaveOut(title, "inactive");
    else
      found.link({
        title,
        url: at(link, "url"),
        description: at(link, "description"),
        imageUrl: at(link, "imageUrl"),
      });
  }
  return found;
}

function numberAt(value: Json, key: string): number {
  const number = Number(at(value, key) ?? 0);
  return Number.isFinite(number) ? number : 0;
}
