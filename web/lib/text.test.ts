import { expect, test } from "vitest";
import { escapeHtml, excerpt, hostOf } from "./text.ts";

test("a name with markup in it cannot leave its place in the head", () => {
  expect(escapeHtml(`"><script>'&`)).toBe("&quot;&gt;&lt;script&gt;&#39;&amp;");
});

test("a long text is cut after a word and ends in an ellipsis", () => {
  expect(excerpt("Ceramics, colour\n and slow mornings", 24)).toBe("Ceramics, colour and…");
  expect(excerpt("short", 24)).toBe("short");
  expect(excerpt("x".repeat(30), 10)).toBe(`${"x".repeat(9)}…`);
});

test("a letter outside the basic plane is not cut in half", () => {
  expect(excerpt("🎨".repeat(5), 3)).toBe("🎨🎨…");
});

test("the host of a link is shown without www", () => {
  expect(hostOf("https://www.example.org/path?x=1")).toBe("example.org");
  expect(hostOf("not an address")).toBeNull();
});
