import fc from "fast-check";
import { expect, test } from "vitest";
import { pageRoutes } from "../pages/page-routes.ts";
import { sentence } from "../texts.ts";
import { forAll } from "./for-all.test-kit.ts";
import { limits } from "./limits.ts";
import { freeSlug, isReservedSlug, parseSlug, SlugField, slugMessages, slugOf } from "./slugs.ts";
import { textsOf } from "./texts-of.test-kit.ts";

test.each([
  ["Morning cup, speckled", "morning-cup-speckled"],
  ["  The Glaze Notebook (PDF)  ", "the-glaze-notebook-pdf"],
  ["Crème brûlée №1", "creme-brulee-no1"],
  ["Йога для начинающих", "йога-для-начинающих"],
  ["كوب الصباح", "كوب-الصباح"],
  ["हिन्दी किताब", "हिन्दी-किताब"],
  ["朝のカップ", "朝のカップ"],
  ["../../etc/passwd", "etc-passwd"],
  ["<script>", "script"],
  ["🎉🎉", ""],
  ["\u202Eevil", "evil"],
  ["\u{16FE4}\u00B8a", "a"],
])("turns %j into %j in a URL", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("returns short and idempotent slugs that are found by their URL", () => {
  forAll(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
    const slug = slugOf(name);
    expect(Array.from(slug).length).toBeLessThanOrEqual(limits.productSlug.max);
    expect(slug).not.toMatch(/[\s/\\?#%<>"'.]/);
    expect(slugOf(slug)).toBe(slug);
    if (slug) expect(parseSlug(decodeURIComponent(encodeURIComponent(slug)))).toBe(slug);
  });
});

test("numbers a taken or reserved slug and uses a word for a name without letters", () => {
  expect(freeSlug("Cup", new Set())).toBe("cup");
  expect(freeSlug("Cup", new Set(["cup", "cup-2"]))).toBe("cup-3");
  expect(freeSlug("Legal", new Set())).toBe("legal-2");
  expect(freeSlug("🎉", new Set())).toBe("product");
  const long = "a".repeat(limits.productSlug.max);
  expect(freeSlug(long, new Set([long])).length).toBeLessThanOrEqual(limits.productSlug.max);
});

test("reserves the paths of the creator's other pages", () => {
  const pages = Object.values(pageRoutes).flatMap(({ path }) => /^\/@:handle\/(\w+)$/.exec(path)?.[1] ?? []);
  expect(pages).toContain("legal");
  expect(pages.filter((page) => !isReservedSlug(page))).toEqual([]);
});

test("normalises an entered link or rejects it with the reason", () => {
  expect(SlugField.parse(" My Cup! ")).toBe("my-cup");
  expect(SlugField.parse("")).toBe("");
  const messageFor = (text: string) => textsOf(SlugField, text)[0];
  expect(messageFor("!!!")).toBe(sentence(slugMessages.invalid));
  expect(messageFor("Legal")).toBe(sentence(slugMessages.reserved));
  expect(messageFor("a".repeat(limits.productSlug.max + 1))).toBe(sentence(slugMessages.tooLong));
});

test("returns undefined for paths that are not slugs", () => {
  expect(parseSlug("Morning-Cup")).toBe("morning-cup");
  for (const path of ["", "-", "a b", "preview.jpg", "a--b", "%", "a/b", "x".repeat(1000)])
    expect(parseSlug(path), path).toBeUndefined();
});
