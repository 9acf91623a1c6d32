import { readFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang: "de", dir: "" } });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const GERMAN = { language: "de", base: "file:///nowhere/" };
const language = () => document.documentElement.lang;

test("translates the tables of modules that are loaded after it", async () => {
  vi.stubGlobal("consoleTexts", { ...GERMAN, texts: new Map([["Money", "Geld"]]) });
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

test("evaluates a part after the texts of its area, which need not be there before", async () => {
  const texts = new Map<string, string>();
  const script =
    "await new Promise((done) => setTimeout(done, 50)); consoleTexts.texts.set('Money', 'Geld');";
  vi.stubGlobal("consoleTexts", { ...GERMAN, base: `data:text/javascript,${script}//`, texts });
  const { afterTexts } = await import("./console-language.ts");
  const { GROUPS } = await afterTexts("sales", () => import("../console/sections/sections.ts"));
  expect(GROUPS.map(({ title }) => title)).toContain("Geld");
});

test("loads a part in English if the texts of its area cannot be loaded", async () => {
  vi.stubGlobal("consoleTexts", { ...GERMAN, texts: new Map() });
  const { afterTexts } = await import("./console-language.ts");
  const { GROUPS } = await afterTexts("sales", () => import("../console/sections/sections.ts"));
  expect(GROUPS.map(({ title }) => title)).toContain("Money");
});

test("loads a part of the English console at once, without texts", async () => {
  const { afterTexts } = await import("./console-language.ts");
  const load = vi.fn(async () => "part");
  const part = afterTexts("sales", load);
  expect(load).toHaveBeenCalledOnce();
  expect(await part).toBe("part");
});

test("is the first module of the console", () => {
  const entry = readFileSync("web/app/entry-console.tsx", "utf8");
  expect(entry).toMatch(/^import "\.\.\/lib\/console-language\.ts";\n/);
});
