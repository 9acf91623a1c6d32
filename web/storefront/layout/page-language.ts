import { createContext, useContext } from "react";
import type { PageModel } from "../../../contract/pages/pages.ts";
import type { Language } from "../../../contract/rules/languages.ts";

/** The language of the page's creator. */
export const PageLanguage = createContext<Language>("en");

/** Returns the language for prices and dates of a page, which is its creator's. */
export function languageOf(model: PageModel): Language {
  if ("order" in model) return model.order.creator.language;
  return documentLanguage(model);
}

/** Returns the language of a page as a document: its creator's on pages with texts by the creator, otherwise English. */
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

/** Returns the `lang` attribute of an element with a text by the creator. The page's body is marked as English. */
export function useCreatorText(): { lang?: Language } {
  const language = useContext(PageLanguage);
  return language === "en" ? {} : { lang: language };
}
