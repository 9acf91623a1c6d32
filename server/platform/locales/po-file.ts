import { readFileSync } from "node:fs";
import type { Language } from "../../../contract/rules/languages.ts";

const FOLDER = new URL("../../../locales/", import.meta.url);

/** Returns the PO file of a language. */
export const readPoFile = (language: Language): string =>
  readFileSync(new URL(`${language}.po`, FOLDER), "utf8");
