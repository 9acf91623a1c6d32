import { setDictionaries, setLanguage } from "../../contract/translation.ts";

// Runs before any other module, because tables of texts are translated when their module is evaluated.
const given = globalThis.consoleTexts;
if (given) {
  const texts = new Map(given.texts);
  setDictionaries((language) => (language === given.language ? texts : undefined));
  setLanguage(given.language);
} else {
  // The script with the texts may be missing after an update: then English is not announced as another language.
  document.documentElement.lang = "en";
  document.documentElement.dir = "ltr";
}
