/** Classes of one side: `ml-4`, `md:-right-2`, `text-left`, `rounded-tl`. */
const CLASS =
  /(?<![\w.$/-])(?:[\w@[\]=.&*-]+:)*-?(?:(?:scroll-)?[mp][lr]-(?:[\d[(]|auto|px)[^\s"'`]*|(?:left|right)-(?:[\d[(]|auto|px|full)[^\s"'`]*|(?:text|float|clear|origin|object)-(?:left|right)(?![\w-])|border-[lr](?![\w])[^\s"'`]*|rounded-(?:[lr]|[tb][lr])(?![\w])[^\s"'`]*)/g;
/** Declarations of one side: `margin-left`, `right: 0`, `text-align: left`. */
const DECLARATION =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?\s*:|border-(?:top|bottom)-(?:left|right)-radius\s*:|(?:margin|padding|border)(?:Left|Right)\w*\s*[:=]|style\.(?:left|right)\s*=|(?:left|right)\s*:\s*(?=["'`]?(?:-?[\d.]|\$\{|auto|calc|var)))[^;,}\n]*|(?<![\w-])(?:text-align|textAlign|float|clear)\s*:\s*["']?(?:left|right)\b/g;
/** Four values whose right one differs from the left one. */
const SHORTHAND =
  /(?<![\w-])(?:margin|padding|inset|border-width|scroll-margin|scroll-padding)\s*:\s*([^;}\n]+)/g;
/** A comment such as "Physical `left`: centres the hint." allows exactly these classes and properties in its file. It needs a reason. */
const EXCEPTION = /Physical ((?:`[^`]+`(?: and )?)+): \S.{10,}/g;

type Found = { name: string; text: string };

/** Returns the classes and declarations of the left or the right side as `LINE: TEXT`, and the exceptions that excuse nothing. */
export function findPhysical(source: string): string[] {
  const exceptions = [...source.matchAll(EXCEPTION)].flatMap(
    ([, names = ""]) => names.match(/(?<=`)[\w-]+(?=`)/g) ?? [],
  );
  const isExcepted = ({ name }: Found) => exceptions.includes(name);
  const found = source
    .split("\n")
    .flatMap((line, index) => physicalIn(line).map((each) => ({ ...each, line: index + 1 })));
  return [
    ...found.filter((each) => !isExcepted(each)).map(({ line, text }) => `${line}: ${text}`),
    ...exceptions
      .filter((exception) => !found.some(({ name }) => name === exception))
      .map((exception) => `unused exception: ${exception}`),
  ];
}

function physicalIn(line: string): Found[] {
  if (/^\s*(?:\/\/|\/?\*)/.test(line)) return [];
  const declarations = [
    ...(line.match(DECLARATION) ?? []),
    ...[...line.matchAll(SHORTHAND)]
      .filter(([, values = ""]) => hasUnequalSides(values))
      .map(([text]) => text),
  ];
  return [
    ...(line.match(CLASS) ?? []).map((text) => ({ name: text, text })),
    ...declarations.map((text) => ({ name: /[\w-]+/.exec(text)?.[0] ?? "", text: text.trim() })),
  ];
}

function hasUnequalSides(values: string): boolean {
  // A function such as `clamp(8px, 2cqi, 10px)` is one value.
  let flat = values.replace("!important", "");
  for (let before = ""; before !== flat; ) {
    before = flat;
    flat = flat.replace(/\(([^()]*)\)/g, (_, inner: string) => inner.replace(/[\s]/g, ""));
  }
  const [, right, , left, ...more] = flat.trim().split(/\s+/);
  return left !== undefined && more.length === 0 && left !== right;
}
