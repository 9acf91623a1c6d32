import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { inLanguage, setDictionaries } from "../../contract/translation.ts";
import { SoldBy } from "./sold-by.tsx";

const lineOf = (country: string, is_trader = true) =>
  renderToStaticMarkup(<SoldBy name="Anna Weber" country={country} is_trader={is_trader} />);
afterEach(() => setDictionaries(() => undefined));

test("names a business with its country", () => {
  expect(lineOf("DE")).toBe("Sold by <bdi>Anna Weber</bdi>, a business in Germany.");
  expect(lineOf("NL")).toBe("Sold by <bdi>Anna Weber</bdi>, a business in the Netherlands.");
});

test("says that the seller is a private person, with the effect for the buyer", () => {
  expect(lineOf("DE", false)).toBe(
    "Sold by <bdi>Anna Weber</bdi>, a private person; EU consumer rights do not apply.",
  );
});

test("keeps English names of countries in English sentences", () => {
  expect(inLanguage("tr", () => lineOf("DE"))).toContain("a business in Germany.");
});
