import { type MessageFormatElement, parse } from "@formatjs/icu-messageformat-parser";
import {
  branchesWithout,
  choicesOf,
  emptyMarks,
  partsOf,
  pluralsOf,
  showsNumber,
  wordsIn,
} from "./message-parts.ts";
import { formsOf, isOneNumber, nameOf } from "./plural-forms.ts";
import { unreadableFault } from "./unreadable.ts";

type Elements = MessageFormatElement[];

/** A label in a button or a column has little room on a phone of 320 px. */
const LABEL = 25;
const LABEL_PLACE = 48;
const WORD_PLACE = 25;

/** Returns what is wrong with a translation, or an empty list. */
export function faultsOf(english: string, translation: string, language: string): string[] {
  const source = parse(english);
  let target: Elements;
  try {
    target = parse(translation);
  } catch (error) {
    return [unreadableFault(error, english, translation)];
  }
  const hidden = hiddenFaults(source, target, translation);
  return [
    ...(hidden.length > 0 ? hidden : partFaults(source, target)),
    ...choiceFaults(source, target),
    ...pluralFaults(source, target, language),
    ...markFaults(source, target),
    ...lengthFaults(english, translation),
    ...edgeFaults(english, translation),
  ];
}

/** An apostrophe makes braces and marks after it plain text. */
function hiddenFaults(source: Elements, target: Elements, translation: string): string[] {
  const [before, after] = [wordsIn(source), wordsIn(target)];
  const isHidden = (sign: string) => after.includes(sign) && !before.includes(sign);
  if (isHidden("{") || (/'</.test(translation) && isHidden("<")))
    return ["an apostrophe before { or < hides it: write ’"];
  const [alone] = /<[\w-]+\s*\/>/.exec(after) ?? [];
  if (alone && !before.includes(alone)) return [`has ${alone}, which the English does not have`];
  return isHidden("}") ? ["a brace } has no { before it"] : [];
}

function partFaults(source: Elements, target: Elements): string[] {
  const [expected, found] = [partsOf(source), partsOf(target)];
  const missing = [...expected.some].filter((part) => !found.some.has(part));
  const foreign = [...found.some].filter((part) => !expected.some.has(part));
  const renamed = (mark: string) => {
    const [lost, added] = [missing, foreign].map((parts) => parts.filter((part) => part.startsWith(mark)));
    return lost?.length && added?.length ? { lost, added } : null;
  };
  const names = [renamed("{"), renamed("<")].filter((each) => each !== null);
  const isRenamed = (part: string) => names.some(({ lost, added }) => [...lost, ...added].includes(part));
  const partial = [...expected.every].filter((part) => found.some.has(part) && !found.every.has(part));
  return [
    ...names.map(
      ({ lost, added }) =>
        `has ${added.join(", ")} instead of ${lost.join(", ")}: names in braces and marks stay English`,
    ),
    ...missing.filter((part) => !isRenamed(part)).map((part) => `lacks ${part}`),
    ...foreign
      .filter((part) => !isRenamed(part))
      .map((part) => `has ${part}, which the English does not have`),
    ...partial.map((part) => `lacks ${part} in “${branchesWithout(target, part).join("”, “")}”`),
  ];
}

function choiceFaults(source: Elements, target: Elements): string[] {
  const found = choicesOf(target);
  const shown = partsOf(target).some;
  return [...choicesOf(source)].flatMap(([name, choices]) => {
    const own = found.get(name);
    if (own) return namesFaults("choice", `{${name}}`, choices, own, "the English");
    const form = `{${name}, select, ${choices.join(" {…} ")} {…}}`;
    return shown.has(`{${name}}`) ? [`has no choices for {${name}}: write ${form}`] : [];
  });
}

/** Returns the fault of names that are missing, foreign or, most often, translated. */
function namesFaults(
  kind: "choice" | "form",
  of: string,
  expected: readonly string[],
  found: readonly string[],
  owner: string,
): string[] {
  const quote = (names: readonly string[]) => `“${names.join("”, “")}”`;
  const missing = expected.filter((name) => !found.includes(name));
  const foreign = found.filter((name) => !expected.includes(name));
  if (missing.length > 0 && foreign.length > 0)
    return [
      `has the ${kind} ${quote(foreign)} of ${of} instead of ${quote(missing)}: names of ${kind}s stay English`,
    ];
  return [
    ...missing.map((name) => `lacks the ${kind} “${name}” of ${of}`),
    ...foreign.map((name) => `has the ${kind} “${name}” of ${of}, which ${owner} does not have`),
  ];
}

function pluralFaults(source: Elements, target: Elements, language: string): string[] {
  const sources = pluralsOf(source);
  const plurals = pluralsOf(target);
  const isCounted = new Set(plurals.map(({ value }) => value));
  const shown = partsOf(target).some;
  const lost = new Set(sources.map(({ value }) => value).filter((name) => !isCounted.has(name)));
  return [
    ...[...lost]
      .filter((name) => shown.has(`{${name}}`) && formsOf(language).length > 1)
      .map(
        (name) =>
          `has no forms for {${name}}: write {${name}, plural, ${formsOf(language).join(" {…} ")} {…}}`,
      ),
    ...plurals.flatMap(({ value: name, options, pluralType: type = "cardinal" }) => {
      const forms = Object.keys(options);
      const words = forms.filter((form) => !form.startsWith("="));
      const faults = namesFaults("form", `{${name}}`, formsOf(language, type), words, nameOf(language));
      const english = sources.find(({ value }) => value === name)?.options ?? {};
      const silent = forms.filter((form) => {
        const before = english[form] ?? english.other;
        return (
          !isOneNumber(language, form, type) &&
          before &&
          showsNumber(before.value, name) &&
          !showsNumber(options[form]?.value ?? [], name)
        );
      });
      return [
        ...faults,
        ...(faults.some((fault) => fault.includes("lacks the form “one”")) && forms.includes("=1")
          ? ["“=1” is not the form “one”"]
          : []),
        ...silent.map((form) => `lacks # in the form “${form}” of {${name}}`),
      ];
    }),
  ];
}

function markFaults(source: Elements, target: Elements): string[] {
  const before = new Set(emptyMarks(source));
  return emptyMarks(target)
    .filter((mark) => !before.has(mark))
    .map((mark) => `has no words between <${mark}> and </${mark}>`);
}

function lengthFaults(english: string, translation: string): string[] {
  if (english.length > LABEL || /[.!?{]$/.test(english)) return [];
  const longest = translation
    .split(/[\s–/-]+/)
    .find((word) => word.length > WORD_PLACE && !/[{}<>]/.test(word));
  if (translation.length > LABEL_PLACE)
    return [`has ${translation.length} characters, and a label on a phone has room for ${LABEL_PLACE}`];
  return longest
    ? [`has a word of ${longest.length} characters, and a line on a phone has room for ${WORD_PLACE}`]
    : [];
}

const SPACES: Readonly<Record<string, string>> = { " ": "a space", "\n": "a line break (\\n)" };

function edgeFaults(english: string, translation: string): string[] {
  const edges: [verb: string, edge: RegExp][] = [
    ["begins", /^\s*/],
    ["ends", /\s*$/],
  ];
  return edges.flatMap(([verb, edge]) => {
    const [before = "", after = ""] = [english, translation].map((text) => edge.exec(text)?.[0] ?? "");
    if (before === after) return [];
    const nameOfEdge = (spaces: string) =>
      spaces === "" ? "no space" : (SPACES[spaces] ?? `${spaces.length} spaces or line breaks`);
    return [`${verb} with ${nameOfEdge(after)}, and the English with ${nameOfEdge(before)}`];
  });
}
