import { Found } from "./found.ts";
import { at, itemsOf, type Json } from "./json.ts";

/** Reads the data of a Linktree page (`__NEXT_DATA__`), or returns null if it is another page's. */
export function readLinktree(data: Json): Found | null {
  const props = at(data, "props", "pageProps");
  const account = at(props, "account");
  const links = [...itemsOf(at(props, "links")), ...itemsOf(at(account, "links"))];
  if (at(account, "username") === undefined || links.length === 0) return null;
  const found = new Found("linktree");
  found.profile({ name: at(account, "pageTitle"), bio: at(account, "description") });
  for (const social of [...itemsOf(at(props, "socialLinks")), ...itemsOf(at(account, "socialLinks"))])
    found.social(at(social, "url"));
  const ids = new Set<string>();
  // Both lists may hold the same links.
  const all = links.filter((link) => {
    const id = idOf(at(link, "id"));
    if (ids.has(id)) return false;
    ids.add(id);
    return true;
  });
  const ordered = all.toSorted((a, b) => positionOf(a) - positionOf(b));
  for (const link of ordered.filter((each) => parentOf(each) === null || !ids.has(parentOf(each) ?? ""))) {
    if (at(link, "type") === "GROUP") {
      found.heading(at(link, "title"));
      for (const member of ordered) if (parentOf(member) === idOf(at(link, "id"))) addLink(found, member);
    } else addLink(found, link);
  }
  return found;
}

function addLink(found: Found, link: Json): void {
  const title = at(link, "title");
  const url = at(link, "url");
  if (at(link, "rules", "gate", "payment")) found.leaveOut(title, "paid");
  else if (typeof url === "string" && url !== "")
    found.link({
      title,
      url,
      imageUrl: at(link, "modifiers", "thumbnailUrl") ?? at(link, "thumbnail"),
    });
  else if (at(link, "type") === "HEADER") found.heading(title);
  else found.leaveOut(title, "unknown");
}

const idOf = (id: Json | undefined) => String(id ?? "");
/** The id of the group of a link. It is a number where the group's own id is text. */
const parentOf = (link: Json) =>
  at(link, "parent", "id") === undefined ? null : idOf(at(link, "parent", "id"));

function positionOf(link: Json): number {
  const position = at(link, "position");
  return typeof position === "number" ? position : 0;
}
