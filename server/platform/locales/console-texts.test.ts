import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import type { ConsoleTexts } from "../../../contract/translation.ts";
import { consoleTexts, scriptOf } from "./console-texts.ts";

const run = (script: string) => {
  const context: { consoleTexts?: ConsoleTexts } = {};
  runInNewContext(script, context);
  return context.consoleTexts;
};

test.each(["</script><script>alert(1)</script>", "<!--", "a\u2028b\u2029c", '"\\', "__proto__", "’ü日"])(
  "brings the text %j to the browser, without a tag or a line separator in the script",
  (text) => {
    const texts: ConsoleTexts = {
      language: "de",
      texts: [
        ["Sold out", text],
        [text, "x"],
      ],
    };
    const script = scriptOf(texts);
    expect(script).not.toMatch(/[<\u2028\u2029]/);
    expect(JSON.parse(JSON.stringify(run(script)))).toEqual(texts);
  },
);

test("has no script for English and for a language without a complete translation", () => {
  expect(consoleTexts("en")).toBeUndefined();
  expect(consoleTexts("sv")).toBeUndefined();
});
