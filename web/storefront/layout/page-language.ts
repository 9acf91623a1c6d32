import { createContext, useContext } from "react";
import type { PageModel } from "../../../contract/pages/pages.ts";
import type { Language } from "../../../contract/rules/languages.ts";

/** The language of the creator whom a page is about. */
export const PageLanguage = createContext<Language>("en");

/** Returns the language by which prices and dates of a page are written: of the creator whom it is about. */
export function languageOf(model: PageModel): Language {
  if ("order" in model) return model.order.creator.language;
  return documentLanguage(model);
}

/** Returns the language of a page as a document: its creator's on pages of texts by the creator. All others are texts of the product, in English. */
export function documentLanguage(model: PageModel): Language {
  switch (model.page) {
    case "creator":
    case "product":
    case "letter":
    case "letters":
      return model.creator.language;
    default:
      return "en";
  }
}

export const usePageLanguage = (): Language => useContext(PageLanguage);

/** Returns the attribute of an element with a text by the creator. The texts around it are English, as the `lang` of the page's body states. */
export function useCreatorText(): { lang?: Language } {
  const language = useContext(PageLanguage);
  return language === "en" ? {} : { lang: language };
}
