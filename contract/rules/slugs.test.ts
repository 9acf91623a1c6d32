import fc from "fast-check";
import { expect, test } from "vitest";
import { pageRoutes } from "../pages/page-routes.ts";
import { forAll } from "./for-all.test-kit.ts";
import { limits } from "./limits.ts";
import { freeSlug, isReservedSlug, parseSlug, SlugField, slugMessages, slugOf } from "./slugs.ts";

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
])("%j is %j in a URL", (name, slug) => {
  expect(slugOf(name)).toBe(slug);
});

test("every slug is short, is unchanged when normalized again, and is found by its URL", () => {
  forAll(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
    const slug = slugOf(name);
    expect(Array.from(slug).length).toBeLessThanOrEqual(limits.productSlug.max);
    expect(slug).not.toMatch(/[\s/\\?#%<>"'.]/);
    expect(slugOf(slug)).toBe(slug);
    if (slug) expect(parseSlug(decodeURIComponent(encodeURIComponent(slug)))).toBe(slug);
  });
});

test("a taken or reserved slug gets a number, and a name without letters a word", () => {
  expect(freeSlug("Cup", new Set())).toBe("cup");
  expect(freeSlug("Cup", new Set(["cup", "cup-2"]))).toBe("cup-3");
  expect(freeSlug("Legal", new Set())).toBe("legal-2");
  expect(freeSlug("🎉", new Set())).toBe("product");
  const long = "a".repeat(limits.productSlug.max);
  expect(freeSlug(long, new Set([long])).length).toBeLessThanOrEqual(limits.productSlug.max);
});

test("no product takes the path of another page of its creator", () => {
  const pages = Object.values(pageRoutes).flatMap(({ path }) => /^\/@:handle\/(\w+)$/.exec(path)?.[1] ?? []);
  expect(pages).toContain("legal");
  expect(pages.filter((page) => !isReservedSlug(page))).toEqual([]);
});

test("an entered link is normalized or rejected with the reason", () => {
  expect(SlugField.parse(" My Cup! ")).toBe("my-cup");
  expect(SlugField.parse("")).toBe("");
  const messageFor = (text: string) => SlugField.safeParse(text).error?.issues[0]?.message;
  expect(messageFor("!!!")).toBe(slugMessages.invalid);
  expect(messageFor("Legal")).toBe(slugMessages.reserved);
  expect(messageFor("a".repeat(limits.productSlug.max + 1))).toBe(slugMessages.tooLong);
});

test("paths that are not slugs find nothing", () => {
  expect(parseSlug("Morning-Cup")).toBe("morning-cup");
  for (const path of ["", "-", "a b", "preview.jpg", "a--b", "%", "a/b", "x".repeat(1000)])
    expect(parseSlug(path), path).toBeUndefined();
});
