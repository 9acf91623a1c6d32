import { z } from "zod";

const UNITS = [
  "/",
  " ",
  "a",
  "0",
  ".",
  "@",
  "-",
  "e\u0301",
  "\n",
  "<",
  "%",
  "\u200b",
  "a.",
  "a@",
  "/ ",
  "\ud83d\ude00",
  "İ",
];
const ENVELOPES: readonly (readonly [string, string])[] = [
  ["", ""],
  ["a", "b"],
  ["https://", "\u0000"],
  ["a@", "!"],
];

/** Yields texts of about this length that cause backtracking in regular expressions. */
export function* adversarialTexts(chars: number): Generator<string> {
  for (const unit of UNITS) {
    const pumped = unit.repeat(Math.floor(chars / unit.length));
    for (const [before, after] of ENVELOPES) yield `${before}${pumped}${after}`;
  }
}

type Visit = (schema: z.core.$ZodType, path: string[]) => void;

/** Visits every schema that reads raw input, before any transformation. */
export function walkInput(schema: z.core.$ZodType, visit: Visit, path: string[] = []): void {
  visit(schema, path);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "object") {
    for (const [name, field] of Object.entries(def.shape)) walkInput(field, visit, [...path, name]);
  } else if (def.type === "array") walkInput(def.element, visit, [...path, "[]"]);
  else if (def.type === "union") for (const option of def.options) walkInput(option, visit, path);
  else if (def.type === "pipe") {
    const isPreprocessed = def.in._zod.def.type === "transform";
    const isList = isPreprocessed && def.out._zod.def.type === "array";
    walkInput(isPreprocessed ? def.out : def.in, visit, isList ? [...path, "boundedList"] : path);
  } else if ("innerType" in def) walkInput(def.innerType, visit, path);
}

/** Returns a value that a schema accepts, with `pumped` as one of its texts. */
function fill(schema: z.core.$ZodType, pumped: { at: string; text: string }, path: string): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(def.shape).map(([name, field]) => [name, fill(field, pumped, `${path}.${name}`)]),
      );
    case "array":
      return [fill(def.element, pumped, path)];
    case "union":
      return fill(def.options.find(readsText) ?? def.options[0] ?? schema, pumped, path);
    case "pipe":
      return fill(def.in._zod.def.type === "transform" ? def.out : def.in, pumped, path);
    case "string":
      return path === pumped.at ? pumped.text : "aaa";
    case "enum":
      return path === pumped.at ? pumped.text : Object.values(def.entries)[0];
    case "literal":
      return def.values[0];
    case "number":
      return path === pumped.at ? pumped.text : 1;
    case "boolean":
      return true;
    default:
      return "innerType" in def ? fill(def.innerType, pumped, path) : null;
  }
}

function readsText(schema: z.core.$ZodType): boolean {
  let found = false;
  walkInput(schema, (each) => {
    found ||= each instanceof z.ZodString;
  });
  return found;
}

/** Returns inputs with `text` in one field each and plain values in the others. Number and enum fields receive the text, too. */
export function* pumpedValues(
  schema: z.core.$ZodType,
  text: string,
): Generator<{ field: string; value: unknown }> {
  const fields = new Set<string>();
  walkInput(schema, (found, path) => {
    const { type } = found._zod.def;
    if (type === "string" || type === "enum" || type === "number") {
      fields.add(["", ...path.filter((step) => step !== "[]" && step !== "boundedList")].join("."));
    }
  });
  for (const at of fields) yield { field: at.slice(1), value: fill(schema, { at, text }, "") };
}
