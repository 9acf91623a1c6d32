import { setImmediate } from "node:timers/promises";

/** The parts of a page that links can be read from. */
export type HtmlPage = {
  title: string;
  description: string;
  /** The contents of scripts without an address. */
  scripts: { id: string; text: string }[];
  /** Links and headings in their order. */
  items: HtmlItem[];
};
export type HtmlItem =
  | {
      kind: "link";
      href: string;
      text: string;
      className: string;
      imageUrl: string | undefined;
      isInFrame: boolean;
    }
  | { kind: "heading"; text: string; tag: string };

/** The parser searches all open elements for each end tag, so deep nesting costs quadratic time. Reading ends there. */
const MAX_DEPTH = 500;
/** Few characters, so that the depth is checked in time. */
const CHUNK = 8192;
const MAX_ITEMS = 10_000;
/** Parts around the contents of a page. */
const FRAMES = new Set(["nav", "header", "footer"]);
const HEADINGS = new Set(["h2", "h3", "dt"]);

/** Reads the links, headings and scripts of a page. */
export async function readHtml(html: string): Promise<HtmlPage> {
  const page: HtmlPage = { title: "", description: "", scripts: [], items: [] };
  const { Parser } = await import("htmlparser2");
  let depth = 0;
  let frames = 0;
  let isInTitle = false;
  let script: { id: string; text: string } | undefined;
  let link: Extract<HtmlItem, { kind: "link" }> | undefined;
  let heading: Extract<HtmlItem, { kind: "heading" }> | undefined;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (name === "title") isInTitle = page.title === "";
      else if (name === "script" && attributes.src === undefined)
        script = { id: attributes.id ?? "", text: "" };
      else if (name === "meta") {
        const key = attributes.property ?? attributes.name;
        if (key === "description" || key === "og:description") page.description ||= attributes.content ?? "";
      } else if (FRAMES.has(name)) frames += 1;
      else if (name === "a" && attributes.href !== undefined)
        link = {
          kind: "link",
          href: attributes.href,
          text: "",
          className: attributes.class ?? "",
          imageUrl: undefined,
          isInFrame: frames > 0,
        };
      else if (name === "img" && link) {
        link.imageUrl ??= attributes.src;
        link.text ||= attributes.alt ?? "";
      } else if (HEADINGS.has(name)) heading = { kind: "heading", text: "", tag: name };
    },
    ontext(text) {
      if (isInTitle) page.title += text;
      else if (script) script.text += text;
      else if (link) link.text += text;
      else if (heading) heading.text += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (name === "title") isInTitle = false;
      else if (name === "script" && script) {
        page.scripts.push(script);
        script = undefined;
      } else if (FRAMES.has(name)) frames = Math.max(0, frames - 1);
      else if (name === "a" && link) {
        if (page.items.length < MAX_ITEMS) page.items.push(link);
        link = undefined;
      } else if (HEADINGS.has(name) && heading) {
        if (heading.text.trim() !== "" && page.items.length < MAX_ITEMS) page.items.push(heading);
        heading = undefined;
      }
    },
  });
  for (let start = 0; start < html.length && depth <= MAX_DEPTH; start += CHUNK) {
    parser.write(html.slice(start, start + CHUNK));
    // Other requests get their turn, because a page of megabytes takes long.
    if (start % (16 * CHUNK) === 0) await setImmediate();
  }
  parser.end();
  return page;
}
