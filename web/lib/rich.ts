import { createElement, Fragment, type ReactNode } from "react";
import type { ParamsOf } from "../../contract/texts.ts";
import { translateParts } from "../../contract/translation.ts";

/** The marks of a sentence: `link` of `Read the <link>terms</link>.` */
type MarkIn<T extends string> = T extends `${string}</${infer Mark}>${infer Rest}`
  ? Mark | MarkIn<Rest>
  : never;
type Marks<T extends string> = { readonly [Mark in MarkIn<T>]: (inside: ReactNode) => ReactNode };
/** A parameter with plural forms is a number. Every other one may be an element. */
type Values<T extends string> = {
  readonly [Name in keyof ParamsOf<T>]: ParamsOf<T>[Name] extends number ? number : ReactNode;
};

/** Returns a text with elements in the current language: `rich("Read the <link>terms</link>.", { link: (text) => <a …>{text}</a> })`. */
export function rich<const T extends string>(english: T, values: Values<T> & Marks<T>): ReactNode {
  const marked = Object.entries<unknown>(values).map(([name, value]) => [
    name,
    typeof value === "function" ? (inside: ReactNode[]) => value(joined(inside)) : value,
  ]);
  return joined(translateParts<ReactNode>(english, Object.fromEntries(marked)));
}

/** Joins the parts of a sentence, which need no keys because they are no list. */
const joined = (parts: ReactNode[]): ReactNode =>
  parts.length === 1 ? parts[0] : createElement(Fragment, null, ...parts);
