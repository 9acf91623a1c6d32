import { globSync, readFileSync } from "node:fs";
import { type ESTree, parseSync, Visitor } from "vite";

type Argument = ESTree.Argument;
type CallExpression = ESTree.CallExpression;

/** An English text with the files that show it. */
export type SourceText = { english: string; files: string[] };

/** Functions whose first argument is a text, and those whose second is a table of texts. */
const OF_TEXT = ["t", "text", "rich"];
const OF_TABLE = ["texts", "defineMessages", "defineErrors"];

/** Returns every text of the product, in the order of its files. */
export function sourceTexts(): SourceText[] {
  const found = new Map<string, Set<string>>();
  const files = globSync("{contract,server,web}/**/*.{ts,tsx}").filter(isProduct).sort();
  for (const file of files) {
    for (const english of textsIn(file, readFileSync(file, "utf8"))) {
      const files = found.get(english) ?? new Set();
      found.set(english, files.add(file));
    }
  }
  return [...found].map(([english, files]) => ({ english, files: [...files] }));
}

const isProduct = (file: string) =>
  !/\.(test|test-kit|test-suite)\.tsx?$|^(server|web)\/testing\//.test(file);

/** Returns the texts of a source file. Throws if a text is not written as one string, because nobody could translate it. */
export function textsIn(file: string, source: string): string[] {
  const texts: string[] = [];
  const imported = importedIn(source);
  const addFrom = (call: CallExpression) => {
    if (call.callee.type !== "Identifier" || !imported.has(call.callee.name)) return;
    const [first, second] = call.arguments;
    if (OF_TEXT.includes(call.callee.name) && first) texts.push(...choicesOf(first, file));
    else if (call.callee.name === "defineMessage" && second) texts.push(...choicesOf(second, file));
    else if (OF_TABLE.includes(call.callee.name) && second) texts.push(...stringsIn(second));
  };
  new Visitor({ CallExpression: addFrom }).visit(parseSync(file, source).program);
  return texts;
}

/** Returns the names that a file imports from `contract/texts.ts`, `web/lib/rich.ts` and the file of errors, which uses its own. */
function importedIn(source: string): Set<string> {
  const imports = source.matchAll(/import \{([^}]*)\} from "[^"]*\/(?:texts|rich|app-error)\.ts"/g);
  const own = source.includes("export function defineErrors") ? ["defineErrors"] : [];
  return new Set([
    ...own,
    ...[...imports].flatMap(([, names = ""]) => names.split(",").map((name) => name.trim())),
  ]);
}

/** Returns the strings of an argument. A name or a member is a text of a table, which `text` has marked. */
function choicesOf(argument: Argument, file: string): string[] {
  if (argument.type === "ConditionalExpression")
    return [argument.consequent, argument.alternate].flatMap((choice) => choicesOf(choice, file));
  if (argument.type === "Literal" && typeof argument.value === "string") return [argument.value];
  if (argument.type === "TemplateLiteral" && argument.expressions.length === 0)
    return [argument.quasis[0]?.value.cooked ?? ""];
  if (/^(Identifier|MemberExpression)$/.test(argument.type)) return [];
  throw new Error(`${file}: a text is one string, without parts that are put together.`);
}

/** Returns the strings in the values of a table, which may be lists with a text. */
function stringsIn(node: Argument): string[] {
  if (node.type === "Literal") return typeof node.value === "string" ? [node.value] : [];
  if (node.type === "TSAsExpression") return stringsIn(node.expression as Argument);
  if (node.type === "ArrayExpression")
    return node.elements.flatMap((element) => (element?.type === "Literal" ? stringsIn(element) : []));
  if (node.type === "ObjectExpression")
    return node.properties.flatMap((property) =>
      property.type === "Property" ? stringsIn(property.value as Argument) : [],
    );
  return [];
}
