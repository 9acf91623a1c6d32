import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findBareText } from "./bare-text.ts";

/** Files that React does not update in users' browsers: server-rendered pages and emails, and tests. */
const UNCHECKED = /^web\/(?:mails|previews|public|storefront|testing)\/|\.test\.tsx$/;

const find = (children: string) => findBareText("a.tsx", `const a = <p>${children}</p>;`);

test.each([
  ["a text before a condition", "Saved{isNew && <b>new</b>}"],
  ["a text after a condition", "{isNew && <Icon />} Saved"],
  ["a text in a condition beside an element", '<Icon />{isNew ? "New" : <b>Saved</b>}'],
  ["a template in a nested condition", "<Icon />{isNew ? null : isOld ? `Saved at last` : <b>Saved</b>}"],
  ["a formatted value beside a condition", "{formatDay(at)}{isNew && <b>new</b>}"],
  ["a name beside a condition", "{user.name}{isNew && <b>new</b>}"],
  ["a text in a fragment of a condition", '{isNew ? <><Icon /> Saved</> : "New"}'],
])("reports %s", (_text, children) => {
  expect(find(children)).toHaveLength(1);
});

test.each([
  ["a text that is the only child", '{isNew ? "New" : "Saved"}'],
  ["texts in elements of their own", "{isNew && <Icon />} <span>Saved</span>"],
  ["a condition between elements", "<b>Saved</b>{isNew ? <Icon /> : null}"],
  ["texts without a condition", "Saved <b>at</b> {formatDay(at)}"],
])("accepts %s", (_text, children) => {
  expect(find(children)).toEqual([]);
});

test("finds no text beside a condition in pages that React renders in the browser", () => {
  const files = globSync("web/**/*.tsx").filter((file) => !UNCHECKED.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    findBareText(file, readFileSync(file, "utf8")).map((place) => `${file}:${place}`),
  );
  expect(found).toEqual([]);
});
