// `npm run locales -- check` says what is wrong with the translations. `npm run locales -- update` adds new texts to the files, without a
// translation, removes unused ones, and marks translations of texts that have changed.
import { LANGUAGES, TRANSLATED } from "../contract/rules/languages.ts";
import { checkFile, counted, remarksOn, updateFile } from "./locales/locale-files.ts";
import { sourceTexts } from "./locales/source-texts.ts";

const PLACE = "contract/rules/languages.ts";
const [command, ...named] = process.argv.slice(2);
for (const tag of [...TRANSLATED, ...named])
  if (!LANGUAGES.some((known) => known === tag)) refuse(`"${tag}" is not a tag in LANGUAGES of ${PLACE}.`);
for (const tag of named)
  if (!TRANSLATED.some((known) => known === tag)) refuse(`Add "${tag}" to TRANSLATED in ${PLACE} first.`);
const languages = named.length > 0 ? named : TRANSLATED;
const sources = sourceTexts();
if (command === "update") {
  for (const language of languages) {
    const { broken, summary } = updateFile(language, sources);
    for (const problem of broken) console.error(problem);
    console.log(summary);
    if (broken.length > 0) process.exitCode = 1;
  }
} else if (command === "check") {
  const problems = languages.flatMap((language) => checkFile(language, sources));
  for (const problem of problems) console.error(problem);
  for (const language of languages) console.log(remarksOn(language));
  console.log(
    `${counted(problems.length, "problem", "problems")} in ${counted(languages.length, "language", "languages")}.`,
  );
  process.exitCode = problems.length > 0 ? 1 : 0;
} else refuse("Use: npm run locales -- check|update [language …]");

function refuse(message: string): never {
  console.error(message);
  process.exit(2);
}
