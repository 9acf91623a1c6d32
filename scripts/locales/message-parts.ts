import {
  isArgumentElement,
  isDateElement,
  isLiteralElement,
  isNumberElement,
  isPluralElement,
  isPoundElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  type MessageFormatElement,
  type PluralElement,
} from "@formatjs/icu-messageformat-parser";

type Elements = readonly MessageFormatElement[];

/** The parameters and marks of a text, such as `{name}` and `<link>`: those of some forms, and those of every form. */
export type Parts = { some: Set<string>; every: Set<string> };

export function partsOf(elements: Elements): Parts {
  const parts = elements.map(partsOfOne);
  return {
    some: new Set(parts.flatMap(({ some }) => [...some])),
    every: new Set(parts.flatMap(({ every }) => [...every])),
  };
}

function partsOfOne(element: MessageFormatElement): Parts {
  if (isTagElement(element)) {
    const { some, every } = partsOf(element.children);
    const name = `<${element.value}>`;
    return { some: new Set([name, ...some]), every: new Set([name, ...every]) };
  }
  const own = isParameter(element) ? [`{${element.value}}`] : [];
  const forms = branchesOf(element).map(([, value]) => partsOf(value));
  const [first = { some: new Set<string>(), every: new Set<string>() }, ...rest] = forms;
  return {
    some: new Set([...own, ...forms.flatMap(({ some }) => [...some])]),
    every: new Set([
      ...own,
      ...[...first.every].filter((part) => rest.every(({ every }) => every.has(part))),
    ]),
  };
}

const isParameter = (element: MessageFormatElement) =>
  isArgumentElement(element) ||
  isNumberElement(element) ||
  isDateElement(element) ||
  isTimeElement(element) ||
  isPluralElement(element) ||
  isSelectElement(element);

const branchesOf = (element: MessageFormatElement): [name: string, value: MessageFormatElement[]][] =>
  isPluralElement(element) || isSelectElement(element)
    ? Object.entries(element.options).map(([name, { value }]) => [name, value])
    : [];

/** Returns the names of forms and choices that lack a part which other ones of the same parameter have. */
export function branchesWithout(elements: Elements, part: string): string[] {
  return elementsOf(elements).flatMap((element) => {
    const branches = branchesOf(element).map(([name, value]) => ({ name, parts: partsOf(value) }));
    const isThere = branches.some(({ parts }) => parts.some.has(part));
    return isThere ? branches.filter(({ parts }) => !parts.some.has(part)).map(({ name }) => name) : [];
  });
}

/** Returns each element of a text, with those in marks, forms and choices. */
export function elementsOf(elements: Elements): MessageFormatElement[] {
  return elements.flatMap((element) => [
    element,
    ...(isTagElement(element) ? elementsOf(element.children) : []),
    ...branchesOf(element).flatMap(([, value]) => elementsOf(value)),
  ]);
}

/** Returns the choices of each `select`. */
export function choicesOf(elements: Elements): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const element of elementsOf(elements).filter(isSelectElement)) {
    const choices = [...(found.get(element.value) ?? []), ...Object.keys(element.options)];
    found.set(element.value, [...new Set(choices)]);
  }
  return found;
}

export const pluralsOf = (elements: Elements): PluralElement[] =>
  elementsOf(elements).filter(isPluralElement);

/** Returns whether a form of a plural shows its number, as `#` or by its name. */
export const showsNumber = (form: Elements, plural: string): boolean =>
  form.some(
    (element) =>
      isPoundElement(element) ||
      (isParameter(element) && "value" in element && element.value === plural) ||
      (isTagElement(element) && showsNumber(element.children, plural)) ||
      (isSelectElement(element) && branchesOf(element).some(([, value]) => showsNumber(value, plural))),
  );

export const wordsIn = (elements: Elements): string =>
  elementsOf(elements)
    .filter(isLiteralElement)
    .map(({ value }) => value)
    .join("");

/** Returns the marks around nothing. */
export const emptyMarks = (elements: Elements): string[] =>
  elementsOf(elements).flatMap((element) =>
    isTagElement(element) && element.children.length === 0 ? [element.value] : [],
  );
