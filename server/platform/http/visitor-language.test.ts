import { expect, test } from "vitest";
import { languageOfBody, languageOfErrorPage, visitorLanguage } from "./visitor-language.ts";

const TRANSLATED = ["de", "fr", "pt-BR", "ar"] as const;

test.for([
  [undefined, "en"],
  ["", "en"],
  ["de", "de"],
  ["DE-at, en;q=0.8", "de"],
  ["pt-PT,pt;q=0.9", "pt-BR"],
  ["en-GB,de;q=0.9", "en"],
  ["sv,fr;q=0.5,de;q=0.7", "de"],
  ["fr;q=0.7,de;q=0.7", "fr"],
  ["de;q=0,fr;q=0.1", "fr"],
  ["sv, *;q=0.5", "en"],
  ["de;q=2", "en"],
  ["de;level=1", "en"],
  [`${"sv,".repeat(100)}de`, "en"],
  [`de,${"x".repeat(100_000)}`, "de"],
  ["-,;q=,;;,de", "de"],
] as const)("reads %j as %s", ([header, language]) => {
  expect(visitorLanguage(header, TRANSLATED)).toBe(language);
});

test("returns English without translations", () => {
  expect(visitorLanguage("de", [])).toBe("en");
});

test.for([
  [undefined, "en"],
  ["", "en"],
  ["en", "en"],
  ["de", "de"],
  ["de-AT", "de"],
  ["pt-BR", "pt-BR"],
  ["ar", "ar"],
  ["cy", "en"],
  ["de, fr", "en"],
  ["{x", "en"],
  ["__proto__", "en"],
  ["x".repeat(10_000), "en"],
  [`de-${"A".repeat(10_000)}`, "en"],
] as const)("reads the body's language %j as %s", ([header, language]) => {
  const headers = { ...(header !== undefined && { "content-language": header }) };
  expect(languageOfBody({ headers })).toBe(language);
});

test("takes the language of an error's page from the form, and then from the browser", () => {
  const accepted = { "accept-language": "fr" };
  expect(languageOfErrorPage({ headers: accepted })).toBe("fr");
  expect(languageOfErrorPage({ headers: { ...accepted, "content-language": "de" } })).toBe("de");
  expect(languageOfErrorPage({ headers: { ...accepted, "content-language": "cy" } })).toBe("en");
});
