import { expect, test } from "vitest";
import { visitorUrl } from "./own-paths.ts";

const publicUrl = "https://studio.example";
const own = { origin: "https://anna.example.org", handle: "anna" };

test("names the main host without an own domain", () => {
  expect(visitorUrl({ publicUrl }, "/@anna/mug")).toBe("https://studio.example/@anna/mug");
});

test.for<[string, string]>([
  ["/@anna", "/"],
  ["/@anna?tile=3", "/?tile=3"],
  ["/@anna#tiles", "/#tiles"],
  ["/@anna/mug", "/mug"],
  ["/@anna/letters/key", "/letters/key"],
  ["/@anna/library", "/@anna/library"],
  ["/@anna/dashboard?x=1", "/@anna/dashboard?x=1"],
  ["/@annabel", "/@annabel"],
  ["/orders/token", "/orders/token"],
])("turns %s into %s of the own domain", ([path, short]) => {
  expect(visitorUrl({ publicUrl, own }, path)).toBe(own.origin + short);
});
