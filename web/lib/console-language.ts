import { setDictionaries, setLanguage } from "../../contract/translation.ts";

// Runs before any other module, because tables of texts are translated when their module is evaluated.
const given = globalThis.consoleTexts;
if (given) {
  setDictionaries((language) => (language === given.language ? given.texts : undefined));
  setLanguage(given.language);
} else {
  // The script with the texts may be missing after an update: then English is not announced as another language.
  document.documentElement.lang = "en";
  document.documentElement.dir = "ltr";
}

/** Loads a part of the console after the texts of its area: the build puts each `import()` into a call. Without its texts, the part is in English. */
export function afterTexts<Part>(area: string, load: () => Promise<Part>): Promise<Part> {
  if (!given) return load();
  return import(/* @vite-ignore */ `${given.base}${area}.js`).then(load, load);
}
