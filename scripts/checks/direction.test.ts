import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findPhysical } from "./direction.ts";

/** Mail programs and the renderer of link previews know no logical properties. */
const WITHOUT_LOGICAL_PROPERTIES = /^web\/(?:mails|previews)\//;
const files = globSync("{web,server/platform/render}/**/*.{ts,tsx,css}").filter(
  (file) => !/\.test\./.test(file),
);

test.each([
  'className="flex ml-4"',
  'className="md:-right-2"',
  "className={`a sm:*:last:pr-0`}",
  'className="xl:in-shell:left-[244px]"',
  'className="text-right"',
  'className="border-l"',
  'className="rounded-tl-lg"',
  "a { margin-left: 4px }",
  "a { padding-right:4px }",
  "a { text-align: left }",
  "a { left: 50% }",
  "a { border-right-color: red }",
  "a { padding: 9px 14px 9px 10px }",
  "a { margin: 0 clamp(8px, 2cqi, 10px) 0 0 }",
  "const style = { marginLeft: 4 };",
  "const style = { left: `50%` };",
  "menu.style.right = width;",
])("reports %s", (source) => {
  expect(findPhysical(source)).toHaveLength(1);
});

test.each([
  'className="ms-4 md:-inset-e-2 text-end border-s rounded-ss-lg"',
  "a { margin-inline-start: 4px; inset: 0; padding: 1px 2px 3px 2px }",
  "a { margin: 0 clamp(8px, 2cqi, 10px) 0 clamp(8px,2cqi,10px) }",
  "row.scrollTo({ left: link.offsetLeft });",
  "const left = places - 1;",
  "// Menus are placed by their left-0 edge.",
])("accepts %s", (source) => {
  expect(findPhysical(source)).toEqual([]);
});

test("accepts an exception with its reason, and reports an unused one", () => {
  const exception = "/* Physical `left`: centres the hint over the tick. */\n";
  expect(findPhysical(`${exception}a { left: 50% }`)).toEqual([]);
  expect(findPhysical(`${exception}a { right: 50% }`)).toEqual(["2: right: 50%", "unused exception: left"]);
  expect(findPhysical("/* Physical `left` */\na { left: 50% }")).toEqual(["2: left: 50%"]);
});

test("finds only logical classes and properties in the pages", () => {
  const found = files
    .filter((file) => !WITHOUT_LOGICAL_PROPERTIES.test(file))
    .flatMap((file) => findPhysical(readFileSync(file, "utf8")).map((place) => `${file}:${place}`));
  expect(files.length).toBeGreaterThan(300);
  expect(found).toEqual([]);
});

/** Icons with a direction. A clock, a logo and a play button have none. */
const DIRECTED = /(?:Left|Right)$|^(?:Corner|ExternalLink|Forward|List|LogIn|LogOut|Redo|Reply|Send|Undo)/;
const toClass = (icon: string) =>
  `lucide-${icon.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=\d)(?=[A-Z])/g, "-").toLowerCase()}`;

test("mirrors every icon with a direction in pages from right to left", () => {
  const imports = files.flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/import \{([^}]*)\} from "lucide-react"/g),
  ]);
  const used = imports
    .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim().replace(/Icon$/, "")))
    .filter((name) => DIRECTED.test(name));
  // The rule mirrors every icon whose name ends with a side.
  const listed = used.filter((name) => !/(?:Left|Right)$/.test(name)).map(toClass);
  const [, rule = ""] =
    /\[dir="rtl"\]\s+\.lucide:is\(([^)]*)\)/.exec(readFileSync("web/app/console.css", "utf8")) ?? [];
  expect([...new Set(listed)].sort()).toEqual(rule.match(/lucide-[\w-]+/g)?.sort());
});
