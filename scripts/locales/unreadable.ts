const BRACE = "a brace { has no }";
const FORM = "a form has no text in braces, such as other {# files}";
const TWICE = "a form is there twice";
const MARK = "a mark is not closed, such as <link>…</link>";
/** The meaning of the parser's errors (https://formatjs.github.io/docs/icu-syntax). */
const MEANINGS: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: BRACE,
  MALFORMED_ARGUMENT: `${BRACE} after the name`,
  EMPTY_ARGUMENT: "the braces {} have no name in them",
  EXPECT_ARGUMENT_TYPE: "the word after the comma is missing: write plural or select in English",
  INVALID_ARGUMENT_TYPE: "write plural or select in English",
  EXPECT_SELECT_ARGUMENT_OPTIONS: "the forms are missing",
  EXPECT_SELECT_ARGUMENT_SELECTOR: FORM,
  EXPECT_PLURAL_ARGUMENT_SELECTOR: FORM,
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: FORM,
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: FORM,
  INVALID_PLURAL_ARGUMENT_SELECTOR: "a form is a word such as one, or = with a number",
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: TWICE,
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: TWICE,
  MISSING_OTHER_CLAUSE: "the form other is missing: names of forms stay English",
  INVALID_TAG: `${MARK}. “<” begins a mark`,
  INVALID_TAG_NAME: MARK,
  UNCLOSED_TAG: MARK,
  UNMATCHED_CLOSING_TAG: "a closing mark such as </link> does not belong to the opening one",
};

/** Returns why a translation cannot be read, in the words of a translator. */
export function unreadableFault(error: unknown, english: string, translation: string): string {
  if (!(error instanceof Error)) return `cannot be read (${error})`;
  const { location } = error as Error & { location?: { start: { offset: number } } };
  // A missing form is noticed at the closing brace, whose place tells a translator nothing.
  const place =
    error.message === "MISSING_OTHER_CLAUSE" ? "" : translation.slice(location?.start.offset ?? 0);
  const [, tag] = /^<\/?([\w-]+)/.exec(place) ?? [];
  if (tag && !english.includes(`<${tag}>`)) return `has <${tag}>, which the English does not have`;
  const meaning = MEANINGS[error.message] ?? error.message;
  return `${meaning}${place ? `, at “${place.slice(0, 20)}${place.length > 20 ? "…" : ""}”` : ""}`;
}
