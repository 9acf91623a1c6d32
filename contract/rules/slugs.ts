import { defineMessages } from "../texts.ts";
import { fieldMessages } from "./fields.ts";
import { limits } from "./limits.ts";
import { identifierText } from "./text-fields.ts";

/** Paths below a creator's page that are not products; some are reserved for future pages. */
const RESERVED = new Set([
  "about",
  "feed",
  "feeds",
  "go",
  "legal",
  "letters",
  "preview",
  "products",
  "shop",
  "signup",
  "tiles",
]);
/** The slug of a name without letters and digits. */
export const FALLBACK_SLUG = "product";

/** Returns the slug of a text: letters and digits in lower case, and hyphens for everything else. May be empty. Latin letters lose their accents, other scripts stay. */
export function slugOf(text: string): string {
  const letters = text
    .slice(0, 4 * limits.productSlug.max)
    .normalize("NFKD")
    .replace(/(\p{Script=Latin})\p{Mn}+/gu, "$1")
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  return (
    Array.from(letters)
      .slice(0, limits.productSlug.max)
      .join("")
      // Removes marks without a preceding letter.
      .replace(/^[-\p{M}]+|-+$/gu, "")
  );
}

export function isReservedSlug(slug: string): boolean {
  return RESERVED.has(slug);
}

/** Returns a free slug for a product of that name, with a number at its end if necessary. */
export function freeSlug(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name) || FALLBACK_SLUG;
  if (!taken.has(slug) && !isReservedSlug(slug)) return slug;
  const room = limits.productSlug.max - 8;
  const start = Array.from(slug).slice(0, room).join("");
  for (let number = 2; ; number++) {
    const numbered = `${start}-${number}`;
    if (!taken.has(numbered)) return numbered;
  }
}

export const slugMessages = {
  tooLong: fieldMessages.tooLong({ noun: "Link", max: limits.productSlug.max }),
  ...defineMessages("slugs", {
    invalid: "Link must have letters or digits.",
    reserved: "This link is reserved. Choose another one.",
  }),
};

/** The last part of a product's URL as entered. Spaces and signs become hyphens. An empty slug is derived from the name. */
export const SlugField = identifierText(slugMessages.invalid, limits.productSlug.max, slugMessages.tooLong)
  .refine((text) => text === "" || slugOf(text) !== "")
  .transform(slugOf)
  .refine((slug) => !isReservedSlug(slug), { error: slugMessages.reserved });

/** Returns the slug of a requested path, or undefined for an invalid one. */
export function parseSlug(text: string): string | undefined {
  if (text.length > 4 * limits.productSlug.max) return undefined;
  const slug = text.normalize("NFC").toLowerCase();
  return slug !== "" && slugOf(slug) === slug ? slug : undefined;
}
