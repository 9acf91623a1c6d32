/** Numbers whose forms tell languages apart. A form of whole numbers of their languages is used by one of them. */
const NUMBERS = [...Array(201).keys(), 1_000_000, 0.5, 1.5];

type Type = Intl.PluralRuleType;

/** Returns the forms of a counted noun in a language (Unicode CLDR plural rules). */
export const formsOf = (language: string, type: Type = "cardinal"): string[] =>
  new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;

function numbersOf(language: string, form: string, type: Type): number[] {
  const rules = new Intl.PluralRules(language, { type });
  return NUMBERS.filter((number) => rules.select(number) === form);
}

/** Returns whether words can say the numbers of a form: "a file" is right for `=1`, and for `one` where it is 1 alone. */
export const isOneNumber = (language: string, form: string, type: Type): boolean =>
  form.startsWith("=") || (form !== "other" && numbersOf(language, form, type).every((number) => number < 3));

/** Returns the forms with numbers that have them, for the head of a file. */
export const describeForms = (language: string): string =>
  formsOf(language)
    .map((form) => `${form} (${numbersOf(language, form, "cardinal").slice(0, 3).join(", ")})`)
    .join(", ");

export const nameOf = (language: string): string =>
  new Intl.DisplayNames(["en"], { type: "language" }).of(language) ?? language;
