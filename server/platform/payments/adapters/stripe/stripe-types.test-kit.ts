import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A parsed type of the declarations in Stripe's library. */
export type TypeNode =
  | { kind: "literal"; value: string | null }
  | { kind: "name"; path: string[]; typeArguments: TypeNode[] }
  | { kind: "union" | "intersection"; members: TypeNode[] }
  | { kind: "object"; members: Map<string, Member>; index: TypeNode | null; bases: TypeNode[] };
type Member = { type: TypeNode; isOptional: boolean };

/** A namespace or module with its declarations, inner namespaces, outer scope and imports. */
export type Scope = {
  names: Map<string, TypeNode>;
  inner: Map<string, Scope>;
  outer: Scope | null;
  imports: Map<string, { file: string; name: string }>;
};

const ESM = join(dirname(createRequire(import.meta.url).resolve("stripe")), "../esm");
const TOKEN = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w$]+|=>|\S/g;
const modules = new Map<string, Scope>();

/** Reads a declaration file of the installed `stripe` package, whose types are generated from Stripe's own specification. */
export function readModule(file: string): Scope {
  const known = modules.get(file);
  if (known) return known;
  const scope = newScope(null);
  modules.set(file, scope);
  const text = readFileSync(join(ESM, file), "utf8");
  const tokens = (text.match(TOKEN) ?? []).filter((token) => !/^\/[*/]/.test(token));
  parseStatements({ tokens, at: 0, file }, scope);
  return scope;
}

/** Finds the declaration of a name in a scope or its imports, then in the outer scopes. */
export function findDeclared(scope: Scope, [first = "", ...more]: string[]): [TypeNode, Scope] {
  for (let at: Scope | null = scope; at; at = at.outer) {
    if (more.length === 0) {
      const type = at.names.get(first);
      if (type) return [type, at];
    }
    const inner = more.length > 0 && at.inner.get(first);
    if (inner) return findDeclared(inner, more);
    const imported = at.imports.get(first);
    if (imported) return findDeclared(readModule(imported.file), [imported.name, ...more]);
  }
  throw new Error(`Stripe's types do not declare ${[first, ...more].join(".")}`);
}

const newScope = (outer: Scope | null): Scope => ({
  names: new Map(),
  inner: new Map(),
  outer,
  imports: new Map(),
});

type Reader = { tokens: string[]; at: number; file: string };
const peek = ({ tokens, at }: Reader) => tokens[at] ?? "";
const take = (reader: Reader) => reader.tokens[reader.at++] ?? "";
const takeIf = (reader: Reader, token: string) => peek(reader) === token && take(reader) !== "";
function expect(reader: Reader, token: string): void {
  const found = take(reader);
  if (found !== token) throw new Error(`${reader.file}: expected ${token}, found ${found}`);
}

function parseStatements(reader: Reader, scope: Scope): void {
  while (reader.at < reader.tokens.length && peek(reader) !== "}") {
    const word = take(reader);
    if (word === "interface") {
      const name = take(reader);
      const bases: TypeNode[] = [];
      if (takeIf(reader, "extends"))
        do bases.push(parsePrimary(reader));
        while (takeIf(reader, ","));
      const own = parseObject(reader);
      scope.names.set(name, { ...own, bases });
    } else if (word === "type") {
      const name = take(reader);
      if (peek(reader) === "<") skipBlock(reader, "<", ">");
      expect(reader, "=");
      scope.names.set(name, parseType(reader));
    } else if (word === "namespace") {
      const name = take(reader);
      const inner = scope.inner.get(name) ?? newScope(scope);
      scope.inner.set(name, inner);
      expect(reader, "{");
      parseStatements(reader, inner);
      expect(reader, "}");
    } else if (word === "import") parseImport(reader, scope);
    else if (word === "class") {
      while (peek(reader) !== "{") take(reader);
      skipBlock(reader, "{", "}");
    } else if (word === "{") {
      reader.at--;
      skipBlock(reader, "{", "}");
    }
  }
}

function parseImport(reader: Reader, scope: Scope): void {
  const names: [string, string][] = [];
  if (!takeIf(reader, "{")) return;
  while (!takeIf(reader, "}")) {
    const name = take(reader);
    names.push([name, takeIf(reader, "as") ? take(reader) : name]);
    takeIf(reader, ",");
  }
  expect(reader, "from");
  const target = join(dirname(reader.file), take(reader).slice(1, -1)).replace(/\.js$/, ".d.ts");
  for (const [name, local] of names) scope.imports.set(local, { file: target, name });
}

function skipBlock(reader: Reader, open: string, close: string): void {
  let depth = 0;
  do {
    const token = take(reader);
    if (token === open) depth++;
    if (token === close) depth--;
  } while (depth > 0);
}

function parseType(reader: Reader): TypeNode {
  takeIf(reader, "|");
  const members = [parseIntersection(reader)];
  while (takeIf(reader, "|")) members.push(parseIntersection(reader));
  return members.length === 1 && members[0] ? members[0] : { kind: "union", members };
}

function parseIntersection(reader: Reader): TypeNode {
  const members = [parsePrimary(reader)];
  while (takeIf(reader, "&")) members.push(parsePrimary(reader));
  return members.length === 1 && members[0] ? members[0] : { kind: "intersection", members };
}

function parsePrimary(reader: Reader): TypeNode {
  if (peek(reader) === "{") return parseObject(reader);
  const word = take(reader);
  if (word === "null") return { kind: "literal", value: null };
  if (/^['"]/.test(word)) return { kind: "literal", value: word.slice(1, -1) };
  const path = [word];
  while (takeIf(reader, ".")) path.push(take(reader));
  const typeArguments: TypeNode[] = [];
  if (takeIf(reader, "<")) {
    do typeArguments.push(parseType(reader));
    while (takeIf(reader, ","));
    expect(reader, ">");
  }
  return { kind: "name", path, typeArguments };
}

function parseObject(reader: Reader): TypeNode & { kind: "object" } {
  const members = new Map<string, Member>();
  let index: TypeNode | null = null;
  expect(reader, "{");
  while (!takeIf(reader, "}")) {
    const name = take(reader);
    if (name === "[") {
      while (take(reader) !== "]");
      expect(reader, ":");
      index = parseType(reader);
    } else {
      const isOptional = takeIf(reader, "?");
      expect(reader, ":");
      members.set(/^['"]/.test(name) ? name.slice(1, -1) : name, { type: parseType(reader), isOptional });
    }
    takeIf(reader, ";");
  }
  return { kind: "object", members, index, bases: [] };
}
