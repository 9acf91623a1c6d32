import { Parser } from "htmlparser2";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageModel } from "../../contract/pages/pages.ts";
import { rewriteWords } from "../../contract/pseudo-language.ts";
import { formatDate } from "../../contract/rules/formats.ts";
import { LEGAL_TEXTS } from "../../contract/rules/legal-texts/index.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { type Dictionary, setDictionaries } from "../../contract/translation.ts";
import { notRequired } from "../testing/buyers-texts.ts";
import { EVERY_PAGE } from "../testing/every-page.ts";
import { THEMES } from "../themes/themes.ts";
import { render } from "./entry-server.tsx";

const SITE = { ...DEFAULT_SITE, publicUrl: "https://studio.example", hasReports: true };
/** A language without words. */
const wordless: Pick<Dictionary, "get"> = {
  get(english) {
    used.add(english);
    return rewriteWords(english, () => "◊");
  },
};
/** The English texts of the page. */
const used = new Set<string>();

beforeAll(() => setDictionaries((language) => (language === "fr" ? (wordless as Dictionary) : undefined)));
afterAll(() => setDictionaries(() => undefined));

const SHOWN = ["alt", "aria-label", "placeholder", "title"];
const MONTHS = Array.from({ length: 12 }, (_, month) =>
  formatDate(new Date(Date.UTC(2027, month)).toISOString(), { month: "long" }, "fr"),
);
/** Countries, dates and units, which the platform writes in the language, and a value of the head. */
const WRITTEN_BY_PLATFORM = [
  ...MONTHS,
  "France Allemagne jour heure minute seconde UTC PDF MB summary_large_image",
];
/** Names on the landing page, whose samples belong to a studio. */
const NAMES = [
  ...Object.values(THEMES).map(({ label }) => label),
  "Amara Lindo, Mosaic Studio, @demo, Instagram, YouTube",
];
/** The parts of the head that people read. */
const IN_HEAD = /^(description|og:title|og:description|og:image:alt|twitter:.*)$/;

/** Returns the texts of a document with letters, outside elements with a text in another language. */
function textsOf(html: string): string[] {
  const texts: string[] = [];
  const skipped: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (skipped.length > 0 || /^(script|style)$/.test(name) || "lang" in attributes) skipped.push(name);
      else {
        texts.push(...SHOWN.map((attribute) => attributes[attribute] ?? ""));
        const { property, name: meta = property ?? "", content = "" } = attributes;
        if (IN_HEAD.test(meta)) texts.push(content);
      }
    },
    onclosetag: () => skipped.pop(),
    ontext: (text) => skipped.length === 0 && texts.push(text),
  });
  parser.end(html);
  return texts.filter((text) => /\p{L}{2}/u.test(text));
}

test.for(Object.entries(EVERY_PAGE) as [string, readonly PageModel[]][])(
  "shows only translated texts on the page %s",
  ([page, models]) => {
    used.clear();
    for (const model of models) {
      const { head, body } = render({ ...model, pageLanguage: "fr" }, SITE);
      // Legal texts have ids of their own.
      const given = JSON.stringify([model, SITE, LEGAL_TEXTS, WRITTEN_BY_PLATFORM, NAMES]);
      const untranslated = textsOf(head + body).filter((text) =>
        [...text.matchAll(/\p{L}{2,}/gu)].some(([word]) => !given.includes(word)),
      );
      expect(untranslated).toEqual([]);
    }
    // Only languages of the console have the landing page.
    if (!/landing|theme-sample/.test(page)) expect(notRequired(used)).toEqual([]);
  },
);
