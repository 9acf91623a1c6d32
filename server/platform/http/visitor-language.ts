import type { FastifyRequest } from "fastify";
import type { PageModel, PageName } from "../../../contract/pages/pages.ts";
import {
  CONSOLE_LANGUAGES,
  type Language,
  TRANSLATED,
  textLanguage,
} from "../../../contract/rules/languages.ts";

/** Pages that belong to no creator: each visitor reads them in the language of the browser. */
const BY_VISITOR: ReadonlySet<PageName> = new Set([
  "library-request",
  "library-entry",
  "library",
  "find-order",
  "report",
  "unsubscribe",
  "creator-missing",
  "creator-unavailable",
  "creator-suspended",
  "product-missing",
  "legal-missing",
  "checkout-missing",
  "order-missing",
  "signup-missing",
  "letter-missing",
]);

/** Pages about the product, for people who may open a page of their own: they are in the languages of the console. */
const BY_CREATOR: ReadonlySet<PageName> = new Set(["landing", "theme-sample"]);

/** The value of `Vary` of these pages, beside that of all pages. */
export const BY_LANGUAGE = { Vary: "Accept-Encoding, Cookie, Accept-Language" } as const;

export const isByVisitor = ({ page, pageLanguage }: PageModel): boolean =>
  pageLanguage === undefined && (BY_VISITOR.has(page) || BY_CREATOR.has(page));

/** Returns the model of such a page in the visitor's language, and any other model unchanged. */
export function inVisitorLanguage<Model extends PageModel>(model: Model, { headers }: FastifyRequest): Model {
  const languages = BY_CREATOR.has(model.page) ? CONSOLE_LANGUAGES : TRANSLATED;
  const pageLanguage = visitorLanguage(headers["accept-language"], languages);
  return isByVisitor(model) && pageLanguage !== "en" ? { ...model, pageLanguage } : model;
}

/** Browsers send less. The rest of a longer header is ignored. */
const MAX_LENGTH = 200;

/** Returns the translated language that a browser prefers (RFC 9110, section 12.5.4), or English. */
export function visitorLanguage(header = "", translated: readonly Language[] = TRANSLATED): Language {
  const known: readonly Language[] = ["en", ...translated];
  const wanted = header.slice(0, MAX_LENGTH).split(",").flatMap(readRange);
  // Equal qualities keep their order.
  for (const { tag } of wanted.sort((one, other) => other.quality - one.quality)) {
    const found =
      known.find((language) => language.toLowerCase() === tag) ??
      known.find((language) => baseOf(language) === baseOf(tag));
    if (found) return found;
  }
  return "en";
}

/** A language tag in its usual form. Lists of languages do not match. */
const TAG = /^[a-z]{2,3}(?:-[A-Z]{2})?$/;

/**
 * Returns the translated language of `Content-Language` (RFC 9110, section 8.5), or English. Scripts of pages send the
 * language of their page with what a visitor typed there, and read the errors in it.
 */
export function languageOfBody({ headers }: Pick<FastifyRequest, "headers">): Language {
  const tag = headers["content-language"];
  return typeof tag === "string" && TAG.test(tag) ? textLanguage(tag) : "en";
}

/** Returns the language of an error's page: that of the page whose script sent the form, or that of the browser. */
export function languageOfErrorPage(request: Pick<FastifyRequest, "headers">): Language {
  const { "content-language": ofBody, "accept-language": accepted } = request.headers;
  return ofBody === undefined ? visitorLanguage(accepted) : languageOfBody(request);
}

const baseOf = (tag: string) => tag.split("-", 1)[0];

/** Returns the tag and the quality of one language, or nothing if it is not wanted or cannot be read. */
function readRange(range: string): { tag: string; quality: number }[] {
  const [tag = "", weight = "q=1"] = range.split(";").map((part) => part.trim().toLowerCase());
  const quality = Number(/^q=([01](?:\.\d{0,3})?)$/.exec(weight)?.[1] ?? 0);
  return quality > 0 ? [{ tag, quality }] : [];
}
