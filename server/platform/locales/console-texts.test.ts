import { runInNewContext } from "node:vm";
import PO from "pofile";
import { expect, test, vi } from "vitest";
import type { ConsoleTexts } from "../../../contract/translation.ts";
import { areaScript, commonScript, setTextAreas, textPaths } from "./console-texts.ts";

const OUTER = { language: "de", base: "/assets/locales/de-1/" };

/** Runs scripts in the order of a document. */
function run(...scripts: string[]) {
  const context: { consoleTexts?: ConsoleTexts } = {};
  for (const script of scripts) runInNewContext(script, context);
  return context.consoleTexts;
}

test.each(["</script><script>alert(1)</script>", "<!--", "a\u2028b\u2029c", '"\\', "__proto__", "’ü日"])(
  "brings the text %j to the browser, without a tag or a line separator in the script",
  (text) => {
    const common = commonScript({ ...OUTER, texts: new Map([["Sold out", text]]) });
    const area = areaScript(new Map([[text, "x"]]), ["common"]);
    expect(common + area).not.toMatch(/[<\u2028\u2029]/);
    const given = run(common, area);
    expect(given).toMatchObject(OUTER);
    expect([...(given?.texts ?? [])]).toEqual([
      ["Sold out", text],
      [text, "x"],
    ]);
  },
);

test("loads the areas before an area, except the one of the document", () => {
  expect(areaScript(new Map(), ["common", "console"])).toMatch(/^import"\.\/console\.js";for/);
  expect(areaScript(new Map(), ["common"])).toMatch(/^for/);
});

test("adds nothing if the document's own texts are missing", () => {
  expect(run(areaScript(new Map([["Money", "Geld"]]), []))).toBeUndefined();
});

test("has no script for English and for a language without a complete translation", () => {
  expect(textPaths("en", "console")).toEqual([]);
  expect(textPaths("sv", "console")).toEqual([]);
});

test("reads the file of a language once for all areas", () => {
  const read = vi.spyOn(PO, "parse");
  const area = { after: ["common"], files: ["web/console/orders/products-area.tsx"] };
  setTextAreas({ common: { after: [], files: ["web/app/root.tsx"] }, sales: area, audience: area });
  for (const name of ["sales", "audience"]) expect(textPaths("de", name)).toHaveLength(2);
  expect(read).toHaveBeenCalledOnce();
  read.mockRestore();
  setTextAreas({});
});
