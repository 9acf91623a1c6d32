// `npm run locales -- check` says what is wrong with the translations. `npm run locales -- update` adds new texts to the files, without a
// translation, removes unused ones, and marks translations of texts that have changed.
import { TRANSLATED } from "../contract/rules/languages.ts";
import { checkFile, updateFile } from "./locales/locale-files.ts";
import { sourceTexts } from "./locales/source-texts.ts";

const [command, ...named] = process.argv.slice(2);
const unknown = named.find((name) => !TRANSLATED.some((language) => language === name));
if (unknown !== undefined) refuse(`Add "${unknown}" to TRANSLATED in contract/rules/languages.ts first.`);
const languages = named.length > 0 ? named : TRANSLATED;
const sources = sourceTexts();
if (command === "update") for (const language of languages) updateFile(language, sources);
else if (command === "check") {
  const problems = languages.flatMap((language) => checkFile(language, sources));
  for (const problem of problems) console.error(problem);
  console.log(`${problems.length} problems in ${languages.length} languages.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else refuse("Use: npm run locales -- check|update [language …]");

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
