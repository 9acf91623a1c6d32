import { expect, test } from "vitest";
import { CONSOLE_LANGUAGES, type Language, TRANSLATED } from "../../contract/rules/languages.ts";
import { checkFile } from "./locale-files.ts";
import { requiredTexts } from "./scope.ts";
import { sourceTexts, textsIn } from "./source-texts.ts";

const IMPORTS = 'import { t, text, texts } from "../contract/texts.ts";\n';

test("finds texts where they are written, in choices and in tables", () => {
  const source = `${IMPORTS}t("One"); t(isOpen ? "Two" : "Three"); const a = { b: text("Four") }; texts("area", { five: "Five", six: "Six {x}" });`;
  expect(textsIn("web/a.tsx", source)).toEqual(["One", "Two", "Three", "Four", "Five", "Six {x}"]);
});

test("refuses a text that is put together", () => {
  expect(() => textsIn("web/a.tsx", `${IMPORTS}t(\`Delete \${noun}\`)`)).toThrow("web/a.tsx");
});

test("ignores functions of the same names that are not imported", () => {
  expect(textsIn("web/a.tsx", 'const t = (x) => x; t("One" + two);')).toEqual([]);
});

test("every language has each text that buyers meet, without faults", () => {
  const sources = sourceTexts();
  expect(sources.length).toBeGreaterThan(500);
  expect(TRANSLATED.flatMap((language) => checkFile(language, sources))).toEqual([]);
});

test("asks for the payment provider's refusal of each field, because a sentence with its name is looked up", () => {
  const sources = sourceTexts();
  const refusal = "The payment provider does not accept this {noun}. Check it. Nothing was charged.";
  expect(sources.map(({ english }) => english)).toContain(refusal);
  const required = requiredTexts(sources, "es").map(({ english }) => english);
  for (const noun of ["email", "address"]) expect(required).toContain(refusal.replace("{noun}", noun));
});

test("asks for the console's texts only in languages that the console speaks, and for administrators' in German", () => {
  const spoken = CONSOLE_LANGUAGES as Language[];
  const before = [...spoken];
  const sources = [
    { english: "Checkout text", files: ["web/storefront/a.tsx"] },
    { english: "Console text", files: ["web/console/a.tsx"] },
    { english: "Rule text", files: ["contract/rules/a.ts"] },
    { english: "Email to a creator", files: ["web/mails/verify.tsx"] },
    { english: "Email to a buyer", files: ["web/mails/receipt.ts"] },
    { english: "Admin text", files: ["web/admin/a.tsx"] },
    { english: "Text of an API for administrators", files: ["contract/api/admin.ts"] },
  ];
  const requiredIn = (language: string) =>
    requiredTexts(sources, language)
      .map(({ english }) => english)
      .filter((english) => sources.some((source) => source.english === english));
  const ofConsole = ["Checkout text", "Console text", "Rule text", "Email to a creator", "Email to a buyer"];
  try {
    spoken.splice(0, spoken.length, "de", "fr");
    expect(requiredIn("sv")).toEqual(["Checkout text", "Email to a buyer"]);
    expect(requiredIn("fr")).toEqual(ofConsole);
    expect(requiredIn("de")).toEqual([...ofConsole, "Admin text", "Text of an API for administrators"]);
  } finally {
    spoken.splice(0, spoken.length, ...before);
  }
});
