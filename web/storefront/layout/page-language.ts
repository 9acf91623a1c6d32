import { createContext, useContext } from "react";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { directionOf } from "../../../contract/rules/directions.ts";
import { type Language, textLanguage } from "../../../contract/rules/languages.ts";
import { legalTexts } from "../../../contract/rules/legal-texts/index.ts";
import { currentLanguage } from "../../../contract/translation.ts";

/** The languages of a page. */
type PageLanguages = {
  /** Of prices, dates, and of the product's texts if it is translated. */
  page: Language;
  /** Of the body's element. */
  body: Language;
  /** Of the texts by the creator. */
  creator: Language;
};

export const PageLanguage = createContext<PageLanguages>({ page: "en", body: "en", creator: "en" });

/** Returns the languages of a page by its model. */
export function languagesOf(model: PageModel): PageLanguages {
  return { page: languageOf(model), body: bodyLanguage(model), creator: creatorLanguage(model) };
}

/** Returns the language of prices, dates and texts of a page: that of the order or the signup, otherwise its creator's, or English without a creator. */
export function languageOf(model: PageModel): Language {
  return model.pageLanguage ?? creatorLanguage(model);
}

function creatorLanguage(model: PageModel): Language {
  if ("order" in model) return model.order.creator.language;
  switch (model.page) {
    case "creator":
    case "product":
    case "letter":
    case "letters":
      return model.creator.language;
    // These have the language of their creator, and the sample creator's texts are the product's own.
    case "signup":
    case "legal":
    case "landing":
    case "theme-sample":
      return model.pageLanguage ?? "en";
    default:
      return "en";
  }
}

/** Returns the language of a page's head: its creator's on pages with texts by the creator, and otherwise that of the body. */
export function documentLanguage(model: PageModel): Language {
  return "order" in model ? bodyLanguage(model) : languageOf(model);
}

/** Returns the language of the product's own texts on a page, which are English if the product is not translated. */
export function bodyLanguage(model: PageModel): Language {
  const language = languageOf(model);
  return textLanguage(language) !== "en" || /^en\b/.test(language) ? language : "en";
}

export const usePageLanguage = (): Language => useContext(PageLanguage).page;

/** Returns the `lang` attribute of an element with a text by the creator, or none if the page's body has the same language. */
export function useCreatorText(): { lang?: Language } {
  const { body, creator } = useContext(PageLanguage);
  return creator === body ? {} : { lang: creator };
}

type TextAttributes = { lang?: string; dir?: "ltr" | "rtl" };

/** Returns the attributes of an element with a text in `language`, or none if the page's body has the same language. */
export function useTextIn(language: string): TextAttributes {
  const { body } = useContext(PageLanguage);
  const isSame = language === body || language === textLanguage(body);
  return isSame ? {} : { lang: language, dir: directionOf(language) };
}

/** Returns the attributes of an element with a legal text, which is English on a page in a language without legal texts. */
export const useLegalText = (): TextAttributes => useTextIn(legalTexts(currentLanguage()).language);
