import { requiredTexts } from "../../scripts/locales/scope.ts";
import { sourceTexts } from "../../scripts/locales/source-texts.ts";

/** Spanish has no console, so its texts are those that buyers meet. */
const required = new Set(requiredTexts(sourceTexts(), "es").map(({ english }) => english));

/** Returns the texts of a page or an email to buyers that its languages need not have: `BUYERS` in `scripts/locales/scope.ts` lacks their file. */
export const notRequired = (used: ReadonlySet<string>): string[] =>
  [...used].filter((english) => /\p{L}{2}/u.test(english) && !required.has(english));
