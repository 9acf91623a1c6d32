import { expect, test } from "vitest";
import { titleOf } from "./lines.ts";

const lines = [
  { name: "Bowl", bundleName: null },
  { name: "Notes", bundleName: "Set" },
  { name: "Mug", bundleName: "Set" },
];

test.for([
  [undefined, "Bowl, Set"],
  [null, "Bowl, Set"],
  ["de", "Bowl, Set"],
  ["ar", "Bowl، Set"],
] as const)("joins the names of an order in the language %s by its comma", ([language, title]) => {
  expect(titleOf({ lines, ...(language !== undefined && { language }) })).toBe(title);
});
