import {
  isArgumentElement,
  isDateElement,
  isNumberElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  type MessageFormatElement,
  parse,
} from "@formatjs/icu-messageformat-parser";

/** A label in a button or a column has little room on a phone of 320 px. */
const LABEL = 25;
const LABEL_PLACE = 48;

const spacesOf = (text: string) => `${/^ */.exec(text)}|${/ *$/.exec(text)}`;

/** Returns what is wrong with a translation, or an empty list. */
export function faultsOf(english: string, translation: string, language: string): string[] {
  const expected = partsOf(parse(english));
  let found: Set<string>;
  try {
    found = partsOf(parse(translation));
  } catch (error) {
    return [`cannot be read (${error instanceof Error ? error.message : error})`];
  }
  const missing = [...expected].filter((part) => !found.has(part));
  const foreign = [...found].filter((part) => !expected.has(part));
  const isLabel = english.length <= LABEL && !/[.!?{]$/.test(english);
  return [
    ...missing.map((part) => `lacks ${part}`),
    ...foreign.map((part) => `has ${part}, which the English text does not have`),
    ...missingForms(parse(translation), language),
    ...(isLabel && translation.length > LABEL_PLACE ? ["is longer than its place on a phone"] : []),
    ...(spacesOf(translation) === spacesOf(english) ? [] : ["begins or ends with another space"]),
  ];
}

/** Returns the parameters, marks and choices of a text, such as `{name}`, `<link>` and `the choice "day" of {unit}`. */
function partsOf(elements: MessageFormatElement[]): Set<string> {
  return new Set(elements.flatMap(partsOfOne));
}

function partsOfOne(element: MessageFormatElement): string[] {
  if (isPluralElement(element) || isSelectElement(element)) {
    const forms = Object.values(element.options).flatMap(({ value }) => [...partsOf(value)]);
    // Plural forms depend on the language, and `missingForms` asks for them.
    const choices = isSelectElement(element) ? Object.keys(element.options) : [];
    return [
      `{${element.value}}`,
      ...choices.map((choice) => `the choice "${choice}" of {${element.value}}`),
      ...forms,
    ];
  }
  if (isTagElement(element)) return [`<${element.value}>`, ...partsOf(element.children)];
  const isParameter =
    isArgumentElement(element) ||
    isNumberElement(element) ||
    isDateElement(element) ||
    isTimeElement(element);
  return isParameter ? [`{${element.value}}`] : [];
}

/** A counted noun needs each form of its language (Unicode CLDR plural rules). */
function missingForms(elements: MessageFormatElement[], language: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return elements.flatMap((element) => {
    if (isTagElement(element)) return missingForms(element.children, language);
    if (isSelectElement(element))
      return Object.values(element.options).flatMap(({ value }) => missingForms(value, language));
    if (!isPluralElement(element)) return [];
    return pluralCategories
      .filter((form) => !(form in element.options))
      .map((form) => `lacks the form "${form}" of {${element.value}}`);
  });
}
