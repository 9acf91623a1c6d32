import { DomUtils, parseDocument } from "htmlparser2";
import type { PageModel } from "../../contract/pages/pages.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { render } from "../app/entry-server.tsx";

type Element = ReturnType<typeof DomUtils.findAll>[number];

const SITE = { ...DEFAULT_SITE, publicUrl: "https://tessera.example" };

/** Renders a public page like the server. `shown` leaves out closed details and dialogs, `whole` only scripts, styles and templates. */
export function readPage(model: PageModel) {
  const { body } = render(model, SITE);
  return {
    html: body,
    shown: read(body, (element) => isCode(element) || isClosed(element)),
    whole: read(body, isCode),
  };
}

function read(body: string, isLeftOut: (element: Element) => boolean): Part {
  const document = parseDocument(`<body>${body}</body>`);
  for (const element of DomUtils.findAll(isLeftOut, document.children)) DomUtils.removeElement(element);
  return new Part(DomUtils.getElementsByTagName("body", document)[0] as Element);
}

const isCode = ({ name }: Element) => ["script", "style", "template"].includes(name);

const isClosed = ({ name, attribs, parent }: Element) =>
  "hidden" in attribs ||
  (name === "dialog" && !("open" in attribs)) ||
  (name !== "summary" && isElement(parent) && parent.name === "details" && !("open" in parent.attribs));

const isElement = (node: unknown): node is Element => node !== null && (node as Element).type === "tag";

/** A screen reader skips it. */
const isSkipped = (attributes: Partial<Record<string, string>>) =>
  attributes["aria-hidden"] === "true" || "inert" in attributes;

const tidy = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** An element of a page, with the queries that need no browser. */
class Part {
  readonly #element: Element;

  constructor(element: Element) {
    this.#element = element;
  }

  get attributes(): Partial<Record<string, string>> {
    return this.#element.attribs;
  }

  get tag(): string {
    return this.#element.name;
  }

  get text(): string {
    return tidy(DomUtils.textContent(this.#element));
  }

  /** The text of each element in it. */
  get everyText(): string[] {
    return this.all().map(({ text }) => text);
  }

  /** Each text node in it, with the element around it. */
  get pieces(): { text: string; around: Part }[] {
    return this.all().flatMap((around) =>
      around.#element.children.flatMap((child) =>
        child.type === "text" ? { text: DomUtils.textContent(child), around } : [],
      ),
    );
  }

  /** The accessible name of a link, button, heading or landmark: its label, or its text with the text of its images. */
  get name(): string {
    const nameOf = (node: Element): string => {
      if (isSkipped(node.attribs)) return "";
      return (
        node.attribs["aria-label"] ??
        (node.name === "img"
          ? (node.attribs.alt ?? "")
          : node.children
              .map((child) => (isElement(child) ? nameOf(child) : DomUtils.textContent(child)))
              .join(""))
      );
    };
    return tidy(nameOf(this.#element));
  }

  /** The elements in it with this tag and these attributes, in order. */
  all(tag?: string, attributes: Record<string, string> = {}): Part[] {
    const wanted = Object.entries(attributes);
    const isWanted = ({ name, attribs }: Element) =>
      (tag === undefined || name === tag) && wanted.every(([key, value]) => attribs[key] === value);
    return DomUtils.findAll(isWanted, this.#element.children).map((element) => new Part(element));
  }

  /** Returns the only element with this tag and these attributes. */
  one(tag?: string, attributes?: Record<string, string>): Part {
    return only(this.all(tag, attributes), `${tag ?? "element"} ${JSON.stringify(attributes ?? {})}`);
  }

  /** The elements with this tag that screen readers read, in order. */
  readable(tag: string): Part[] {
    return this.all(tag).filter((part) => !part.closest(({ attributes }) => isSkipped(attributes)));
  }

  /** The names of the elements with this tag that screen readers read, in order. */
  names(tag: string): string[] {
    return this.readable(tag).map(({ name }) => name);
  }

  /** Returns the only element with this tag and name that screen readers read. */
  named(tag: string, name: string): Part {
    const found = this.readable(tag).filter((part) => part.name === name);
    return only(found, `${tag} “${name}”, only ${JSON.stringify(this.names(tag))}`);
  }

  /** The nearest element around it that fits, itself included. */
  closest(fits: (part: Part) => boolean): Part | null {
    for (let node: unknown = this.#element; isElement(node); node = node.parent) {
      const part = new Part(node);
      if (fits(part)) return part;
    }
    return null;
  }
}

function only(parts: Part[], wanted: string): Part {
  const [part, ...others] = parts;
  if (!part || others.length > 0) throw new Error(`There are ${parts.length} of ${wanted}`);
  return part;
}
