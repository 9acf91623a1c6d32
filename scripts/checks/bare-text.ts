import { type ESTree, parseSync, Visitor } from "vite";

type Child = ESTree.JSXChild;
type Parent = { start: number; children: readonly Child[] };

/** Names of the variables, properties and functions whose values are rendered as text. */
const TEXT_NAME =
  /^(?:name|title|label|text|email|message|reason|answer|year|until|shown|chosen|id)$|(?:Name|Title|Label|Text)$/;
const TEXT_FUNCTION = /^(?:format\w*|money|percent|labelOf|\w+Label|\w+Name)$/;

/**
 * Returns the texts beside a conditional expression as `LINE: SOURCE`. When the condition changes, React removes such a text node or inserts another
 * node before it. The translation of a browser replaces text nodes with `font` elements, so React does not find the node and the page crashes. A text in
 * its own element is safe.
 */
export function findBareText(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: string[] = [];
  const report = ({ start, end }: { start: number; end: number }) => {
    const line = source.slice(0, start).split("\n").length;
    found.push(`${line}: ${source.slice(start, end).trim().replace(/\s+/g, " ")}`);
  };
  const inspect = (parent: Parent) => {
    const children = parent.children.filter((child) => !isSpace(child));
    const conditionals = children.flatMap((child) => conditionalOf(child) ?? []);
    for (const conditional of conditionals)
      for (const branch of branchesOf(conditional)) {
        if (children.length > 1 && isText(branch)) report(branch);
        if (branch.type === "JSXFragment") branch.children.filter(isBareText).forEach(report);
      }
    if (conditionals.length > 0) children.filter(isBareText).forEach(report);
  };
  new Visitor({ JSXElement: inspect, JSXFragment: inspect }).visit(program);
  return [...new Set(found)];
}

/** Returns whether a child renders nothing, or only white space, which is not translated. */
function isSpace(child: Child): boolean {
  if (child.type === "JSXText") return child.value.trim() === "";
  if (child.type !== "JSXExpressionContainer") return false;
  const { expression } = child;
  return (
    expression.type === "JSXEmptyExpression" ||
    (expression.type === "Literal" && typeof expression.value === "string" && expression.value.trim() === "")
  );
}

const isBareText = (child: Child): boolean =>
  !isSpace(child) &&
  (child.type === "JSXText" ||
    (child.type === "JSXExpressionContainer" &&
      child.expression.type !== "JSXEmptyExpression" &&
      isText(child.expression)));

/** Returns the conditional expression of a child, or undefined if it has none. */
function conditionalOf(child: Child): ESTree.Expression | undefined {
  if (child.type !== "JSXExpressionContainer" || child.expression.type === "JSXEmptyExpression") return;
  const { expression } = child;
  return ["ConditionalExpression", "LogicalExpression"].includes(expression.type) ? expression : undefined;
}

function branchesOf(expression: ESTree.Expression): ESTree.Expression[] {
  switch (expression.type) {
    case "ParenthesizedExpression":
      return branchesOf(expression.expression);
    case "ConditionalExpression":
      return [...branchesOf(expression.consequent), ...branchesOf(expression.alternate)];
    case "LogicalExpression":
      return expression.operator === "&&"
        ? branchesOf(expression.right)
        : [...branchesOf(expression.left), ...branchesOf(expression.right)];
    default:
      return [expression];
  }
}

function isText(expression: ESTree.Expression): boolean {
  switch (expression.type) {
    case "ParenthesizedExpression":
      return isText(expression.expression);
    case "Literal":
      return typeof expression.value === "string" || typeof expression.value === "number";
    case "TemplateLiteral":
      return true;
    case "BinaryExpression":
      return expression.operator === "+";
    case "CallExpression":
      return expression.callee.type === "Identifier" && TEXT_FUNCTION.test(expression.callee.name);
    case "Identifier":
      return TEXT_NAME.test(expression.name);
    case "MemberExpression":
      return expression.property.type === "Identifier" && TEXT_NAME.test(expression.property.name);
    default:
      return false;
  }
}
