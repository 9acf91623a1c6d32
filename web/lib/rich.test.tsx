import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { inLanguage, setDictionaries } from "../../contract/translation.ts";
import { rich } from "./rich.ts";

const sentence = () =>
  renderToStaticMarkup(
    rich("Sold by <name>{seller}</name>. Read the <link>terms</link>.", {
      seller: "<b>{Ada}</b>",
      name: (inside) => <bdi>{inside}</bdi>,
      link: (inside) => createElement("a", { href: "/terms" }, inside),
    }),
  );
afterEach(() => setDictionaries(() => undefined));

test("needs no keys", () => {
  const logged = vi.spyOn(console, "error");
  renderToStaticMarkup(
    <p>{rich("<b>{two}</b> of <b>three</b>", { two: <i>2</i>, b: (inside) => <b>{inside}</b> })}</p>,
  );
  expect(logged).not.toHaveBeenCalled();
});

test("puts elements at the marks of a sentence, and shows a value as it was typed", () => {
  expect(sentence()).toBe(
    'Sold by <bdi>&lt;b&gt;{Ada}&lt;/b&gt;</bdi>. Read the <a href="/terms">terms</a>.',
  );
});

test("follows the order of a translation", () => {
  const german = "<link>Bedingungen</link> von <name>{seller}</name>";
  setDictionaries(() => new Map([["Sold by <name>{seller}</name>. Read the <link>terms</link>.", german]]));
  expect(inLanguage("de", sentence)).toBe(
    '<a href="/terms">Bedingungen</a> von <bdi>&lt;b&gt;{Ada}&lt;/b&gt;</bdi>',
  );
});

test("takes an element as a value", () => {
  const price = rich("Pay {price}", { price: <bdi>€5.00</bdi> });
  expect(renderToStaticMarkup(price)).toBe("Pay <bdi>€5.00</bdi>");
});
