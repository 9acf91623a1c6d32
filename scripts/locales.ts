// `npm run locales -- check` says what is wrong with the translations. `npm run locales -- update` adds new texts to the files, without a
// translation, and removes unused ones.
import { TRANSLATED } from "../contract/rules/languages.ts";
import { checkFile, updateFile } from "./locales/catalogue-file.ts";
import { sourceTexts } from "./locales/source-texts.ts";

const [command, ...named] = process.argv.slice(2);
const languages = named.length > 0 ? named : TRANSLATED;
const sources = sourceTexts();
if (command === "update") for (const language of languages) updateFile(language, sources);
else if (command === "check") {
  const problems = languages.flatMap((language) => checkFile(language, sources));
  for (const problem of problems) console.error(problem);
  console.log(`${problems.length} problems in ${languages.length} languages.`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  console.error("Use: npm run locales -- check|update [language …]");
  process.exitCode = 2;
}
