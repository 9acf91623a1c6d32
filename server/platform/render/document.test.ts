import { expect, test } from "vitest";
import { consoleDocument, pageDocument } from "./document.ts";

const assets = { headTags: '<link rel="stylesheet" href="/a.css">', script: "/a.js" };

test("a page has its markup, stylesheets and scripts", () => {
  const html = pageDocument(
    { head: "<title>Hello</title>", body: "<h1>Hello</h1>", style: "", fonts: [], hasScripts: true },
    assets,
  );
  expect(html).toMatch(/^<!doctype html><html lang="en">/);
  expect(html).toContain('<title>Hello</title><link rel="stylesheet" href="/a.css">');
  expect(html).toContain('<script type="module" src="/a.js"></script></head>');
  expect(html).toContain("<body><h1>Hello</h1></body>");
});

test("a page without enhancements loads no script", () => {
  const html = pageDocument(
    { head: "", body: "<h1>Hello</h1>", style: "", fonts: [], hasScripts: false },
    assets,
  );
  expect(html).not.toContain("<script");
  expect(html).toContain("<body><h1>Hello</h1></body>");
});

test("the console is excluded from search engines", () => {
  expect(consoleDocument(assets, {})).toContain('<meta name="robots" content="noindex">');
});

test("a page in a creator's language has that language, and the texts around the creator's have English", () => {
  const rendered = { head: "", body: "", style: "", fonts: [], hasScripts: false };
  const german = pageDocument({ ...rendered, language: "de-CH" }, assets);
  expect(german).toContain('<html lang="de-CH"><head>');
  expect(german).toContain('<body lang="en">');
  expect(pageDocument({ ...rendered, language: "ar" }, assets)).toContain('<html lang="ar" dir="rtl"><head>');
  const british = pageDocument({ ...rendered, language: "en-GB" }, assets);
  expect(british).toContain('<html lang="en-GB"><head>');
  expect(british).toContain("<body></body>");
});
