import type { ImportRow, LeftOutReason, PageSource } from "../../../../contract/api/page-imports.ts";
import { MAX_DESCRIPTION, MAX_IMPORT_ROWS, MAX_TEXT } from "../../../../contract/api/page-imports.ts";
import { destinationMessages } from "../../../../contract/api/tile-messages.ts";
import { limits } from "../../../../contract/rules/limits.ts";
import { platformOfProfile } from "../../../../contract/rules/socials.ts";
import { urlError } from "../../../../contract/rules/url-fields.ts";
import { parseUrl } from "../../../../contract/rules/urls.ts";
import { cleanText } from "../../link-previews/index.ts";

const MAX_LEFT_OUT = 50;

type Link = { title?: unknown; url?: unknown; description?: unknown; imageUrl?: unknown };

/** Collects the contents of another page in its order, cleaned to what a page can have. */
export class Found {
  readonly source: PageSource;
  name: string | null = null;
  bio: string | null = null;
  readonly rows: ImportRow[] = [];
  readonly socials: string[] = [];
  readonly leftOut: { name: string; reason: LeftOutReason }[] = [];
  /** The URL that relative ones are relative to, or undefined for a file. */
  readonly #base: string | undefined;
  readonly #seen = new Set<string>();

  constructor(source: PageSource, base?: string) {
    this.source = source;
    this.#base = base;
  }

  profile({ name, bio }: { name?: unknown; bio?: unknown }): void {
    this.name ??= cleanText(textOf(name), limits.displayName.max);
    this.bio ??= cleanText(textOf(bio), limits.bio.max);
  }

  /** Adds a link once. A link that a page cannot have is named as left out. */
  link({ title, url, description, imageUrl }: Link): void {
    const href = this.#resolve(url);
    const name = cleanText(textOf(title), limits.tileTitle.max) ?? hostOf(href) ?? String(url).slice(0, 60);
    if (href === null || urlError(href, destinationMessages)) {
      this.leaveOut(name, "address");
      return;
    }
    const key = new URL(href).href;
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    this.#add({
      kind: "link",
      title: name,
      url: key,
      description: cleanText(textOf(description), MAX_DESCRIPTION),
      image_url: this.#imageOf(imageUrl),
    });
  }

  product({ name, price }: { name: string; price: NonNullable<ImportRow["price"]> }): void {
    const title = cleanText(textOf(name), limits.productName.max);
    if (title) this.#add({ kind: "product", title, url: null, description: null, image_url: null, price });
  }

  heading(title: unknown): void {
    const text = cleanText(textOf(title), limits.tileTitle.max);
    if (text) this.#add({ kind: "heading", title: text, url: null, description: null, image_url: null });
  }

  text(html: unknown): void {
    const text = cleanText(textOf(html), MAX_TEXT);
    if (text) this.#add({ kind: "text", title: text, url: null, description: null, image_url: null });
  }

  /** Adds a profile to the social links, or a link to another place as a row. */
  social(url: unknown): void {
    const href = this.#resolve(url);
    if (href === null || urlError(href, destinationMessages)) return;
    if (platformOfProfile(href) === null) this.link({ url: href });
    else if (!this.socials.includes(href)) this.socials.push(href);
  }

  leaveOut(name: unknown, reason: LeftOutReason): void {
    const text = cleanText(textOf(name), limits.tileTitle.max) ?? "?";
    if (this.leftOut.length < MAX_LEFT_OUT) this.leftOut.push({ name: text, reason });
  }

  #add(row: ImportRow): void {
    if (this.rows.length < MAX_IMPORT_ROWS) this.rows.push(row);
    else this.leaveOut(row.title, "too_many");
  }

  #resolve(url: unknown): string | null {
    if (typeof url !== "string" || url.length > limits.url.max) return null;
    return parseUrl(url.trim(), this.#base)?.href ?? null;
  }

  #imageOf(url: unknown): string | null {
    const href = this.#resolve(url);
    return href !== null && /^https?:/.test(href) ? href : null;
  }
}

function hostOf(url: string | null): string | null {
  const host = url === null ? "" : (parseUrl(url)?.hostname ?? "");
  return host.replace(/^www\./, "") || null;
}

/** Returns plain text without tags. Sources that store HTML in titles do not escape it twice. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return value
    .slice(0, 20_000)
    .replace(/<br\s*\/?>|<\/(?:p|div|li|h[1-6])>/gi, " ")
    .replace(/<\/?[a-z!][^<>]{0,2000}>/gi, "")
    .replace(
      /&(amp|lt|gt|quot|#0?39|apos|nbsp);/gi,
      (_, name: string) => ENTITIES[name.toLowerCase()] ?? " ",
    );
}

const ENTITIES: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#39": "'",
  "#039": "'",
  apos: "'",
  nbsp: " ",
};
