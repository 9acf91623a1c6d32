import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import { normalizeSource } from "../../../contract/rules/sources.ts";
import { countryLabel, sourceLabel } from "./labels.ts";

test.each([
  ["direct", "Direct / unknown"],
  ["unknown", "Unknown"],
  ["email", "Email / newsletter"],
  ["google", "Google search"],
  ["instagram", "Instagram"],
  ["tiktok", "Tiktok"],
  ["spring-sale-2026", "Spring Sale 2026"],
  ["news.ycombinator.com", "News Ycombinator Com"],
  ["", "Unknown"],
])("labels visits from %o as %o", (source, label) => {
  expect(sourceLabel(source)).toBe(label);
});

test("returns a label without hyphens at its ends for every stored source", () => {
  forAll(fc.string(), (given) => {
    expect(sourceLabel(normalizeSource(given))).toMatch(/^[A-Z0-9](.*[A-Za-z0-9])?$/);
  });
});

test.each([
  ["DE", "🇩🇪", "Germany"],
  ["pt", "🇵🇹", "Portugal"],
  ["GB", "🇬🇧", "United Kingdom"],
  ["US", "🇺🇸", "United States"],
  ["XK", "🇽🇰", "Kosovo"],
])("labels the country %s with the flag %s and the name %s", (code, flag, name) => {
  expect(countryLabel(code)).toEqual({ flag, name });
});

test.each(["QX", "ZZ", "T1", "EUR", "<b>"])("keeps the letters of the invalid country code %s", (code) => {
  expect(countryLabel(code)).toEqual({ flag: "🏳️", name: `Unknown (${code.toUpperCase()})` });
});

test("returns a name for every code", () => {
  forAll(fc.oneof(fc.string(), fc.stringMatching(/^[A-Z]{2}$/)), (code) => {
    const { flag, name } = countryLabel(code);
    expect(flag).not.toBe("");
    expect(name).not.toBe("");
  });
});
