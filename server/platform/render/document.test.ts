import { expect, test } from "vitest";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { type ConsoleFrame, frameOf } from "./console-frame.ts";
import { consoleDocument, pageDocument } from "./document.ts";

const assets = { headTags: '<link rel="stylesheet" href="/a.css">', script: "/a.js" };
const consoleOf = (frame: ConsoleFrame) =>
  consoleDocument(
    { headTags: "", styleTags: '<link rel="stylesheet" href="/console.css">', script: "/a.js" },
    { ...DEFAULT_SITE, publicUrl: "https://tessera.example" },
    { frame, language: "en" },
  );

test("renders markup, stylesheets and scripts of a page", () => {
  const html = pageDocument(
    { head: "<title>Hello</title>", body: "<h1>Hello</h1>", style: "", fonts: [], hasScripts: true },
    assets,
  );
  expect(html).toMatch(/^<!doctype html><html lang="en">/);
  expect(html).toContain('<title>Hello</title><link rel="stylesheet" href="/a.css">');
  expect(html).toContain('<script type="module" src="/a.js"></script></head>');
  expect(html).toContain("<body><h1>Hello</h1></body>");
});

test("loads no script for a page without enhancements", () => {
  const html = pageDocument(
    { head: "", body: "<h1>Hello</h1>", style: "", fonts: [], hasScripts: false },
    assets,
  );
  expect(html).not.toContain("<script");
  expect(html).toContain("<body><h1>Hello</h1></body>");
});

test("excludes the console from search engines", () => {
  expect(consoleOf("console")).toContain('<meta name="robots" content="noindex">');
});

test.each([
  ["/dashboard", "console"],
  ["/dashboard/orders/:id", "console"],
  ["/admin/users", "console"],
  ["/checkout/stripe", "console"],
  ["/auth", "auth"],
  ["/auth/complete", "auth"],
  ["/demo/analytics", "none"],
])("renders for %s the frame: %s", (path, frame) => {
  expect(frameOf(path)).toBe(frame);
});

test("shows a frame before the console's stylesheet is loaded, and hides it once the page is rendered", () => {
  const html = consoleOf("console");
  const [frame, styles] = [
    html.indexOf('<div class="frame is-console"'),
    html.indexOf('href="/console.css"'),
  ];
  expect(frame).toBeGreaterThan(html.indexOf("<body>"));
  expect(styles).toBeGreaterThan(frame);
  expect(html).toContain("#root:not(:empty)~.frame{display:none}");
  expect(html).toContain("<noscript><style>.frame{display:none}</style></noscript>");
  expect(html).not.toMatch(/<script(?![^>]* src=)| on\w+=/);
  expect(consoleOf("auth")).toContain("frame-card");
  expect(consoleOf("none")).not.toContain('class="frame');
});

test("declares the creator's language, and English for the texts around the creator's", () => {
  const rendered = { head: "", body: "", style: "", fonts: [], hasScripts: false };
  const german = pageDocument({ ...rendered, language: "de-CH" }, assets);
  expect(german).toContain('<html lang="de-CH"><head>');
  expect(german).toContain('<body lang="en">');
  expect(pageDocument({ ...rendered, language: "ar" }, assets)).toContain('<html lang="ar" dir="rtl"><head>');
  const british = pageDocument({ ...rendered, language: "en-GB", bodyLanguage: "en-GB" }, assets);
  expect(british).toContain('<html lang="en-GB"><head>');
  expect(british).toContain("<body></body>");
});
