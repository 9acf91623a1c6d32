import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang: "de", dir: "" } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const language = () => document.documentElement.lang;

test("translates the tables of modules that are loaded after it", async () => {
  vi.stubGlobal("consoleTexts", { language: "de", texts: [["Money", "Geld"]] });
  await import("./console-language.ts");
  const { GROUPS } = await import("../console/sections/sections.ts");
  expect(GROUPS.map(({ title }) => title)).toContain("Geld");
  const { currentLanguage } = await import("../../contract/translation.ts");
  expect(currentLanguage()).toBe("de");
  expect(language()).toBe("de");
});

test("is English if the document's texts could not be loaded, and says so to screen readers", async () => {
  await import("./console-language.ts");
  const { currentLanguage } = await import("../../contract/translation.ts");
  expect(currentLanguage()).toBe("en");
  expect(language()).toBe("en");
});

test("is the first module of the console", () => {
  const entry = readFileSync("web/app/entry-console.tsx", "utf8");
  expect(entry).toMatch(/^import "\.\.\/lib\/console-language\.ts";\n/);
});
