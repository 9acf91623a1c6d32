import { expect, test } from "vitest";
import { DEFAULT_APPEARANCE } from "../../contract/api/appearance.ts";
import type { PublicCreator } from "../../contract/api/creators.ts";
import type { PageModel } from "../../contract/pages/pages.ts";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { aPublicCreator } from "../testing/console-entities.ts";
import { headOf, styleOf } from "./head.ts";

const site = { ...DEFAULT_SITE, publicUrl: "https://tessera.example" };
const page = (change: Partial<PublicCreator> = {}): PageModel => ({
  page: "creator",
  creator: aPublicCreator({ display_name: `Ada "the <first>"`, ...change }),
  tiles: [],
  from: 0,
  total: 0,
  isOwner: false,
  openTileId: 3,
  tipTileId: null,
  previewVersion: "abc",
});

test("returns the same canonical URL of a creator's page for every open tile", () => {
  const head = headOf(page(), site);
  expect(head).toContain(`<link rel="canonical" href="https://tessera.example/@ada">`);
  expect(head).toContain(`<meta property="og:url" content="https://tessera.example/@ada">`);
  expect(head).toContain(
    `<meta property="og:image" content="https://tessera.example/@ada/preview.jpg?v=abc">`,
  );
  expect(head).toContain(
    '<link rel="alternate" type="application/atom+xml" href="https://tessera.example/@ada/feed">',
  );
  expect(head).toContain(`<meta name="twitter:card" content="summary_large_image">`);
  expect(head).not.toContain("noindex");
});

test("excludes a later part of a page from search engines and names the page in it", () => {
  const head = headOf({ ...page(), from: 60, total: 130 } as PageModel, site);
  expect(head).toContain(`<link rel="canonical" href="https://tessera.example/@ada">`);
  expect(head).toContain(`<meta name="robots" content="noindex">`);
});

test("prevents a name from writing markup into the head", () => {
  expect(headOf(page(), site)).toContain("<title>Ada &quot;the &lt;first&gt;&quot; (@ada)</title>");
});

test("describes a creator as a person with other profiles and lets no text end the element", () => {
  const socials = [{ platform: "instagram" as const, url: "https://instagram.com/ada" }];
  const head = headOf(page({ bio: "</script><script>alert(1)", socials }), site);
  const [, json = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(head) ?? [];
  expect(JSON.parse(json).mainEntity).toMatchObject({
    "@type": "Person",
    name: `Ada "the <first>"`,
    alternateName: "@ada",
    description: "</script><script>alert(1)",
    sameAs: ["https://instagram.com/ada"],
  });
  expect(head.match(/<script/g)).toHaveLength(1);
});

test("describes a page without a bio", () => {
  expect(headOf(page({ display_name: "Ada" }), site)).toContain(`content="The page of Ada"`);
  expect(headOf(page({ bio: "Poems and looms." }), site)).toContain(
    `<meta name="description" content="Poems and looms.">`,
  );
});

test("keeps orders and checkouts out of search engines and referrers", () => {
  for (const model of [
    { page: "order-missing" },
    { page: "checkout-missing" },
    { page: "creator-missing" },
  ] satisfies PageModel[]) {
    const head = headOf(model, site);
    expect(head).toContain(`<meta name="robots" content="noindex">`);
    expect(head).toContain(`<meta name="referrer" content="same-origin">`);
    expect(head).not.toContain("canonical");
  }
  expect(headOf({ page: "unsubscribe", state: "asks", creator: null, token: "x" }, site)).toContain(
    `<meta name="referrer" content="no-referrer">`,
  );
});

test("applies the scheme of a preview without an appearance", () => {
  expect(styleOf(page(), site)).toBe("");
  expect(styleOf(page(), { ...site, scheme: "light" })).toContain("--ground:#faf7f2");
  expect(styleOf(page(), { ...site, scheme: "dark" })).toContain("--ground:#141318");
  // Its tiles have the same colours as the visitors' page.
  expect(styleOf(page(), { ...site, scheme: "light" })).not.toMatch(/--color-|on-accent/);
});

test("gives a page that is always dark one scheme and one theme colour, also in a light preview", () => {
  const dark = { ...page(), appearance: { ...DEFAULT_APPEARANCE, scheme: "dark" } } as PageModel;
  expect(headOf(dark, site).match(/<meta name="theme-color"[^>]*>/g)).toEqual([
    expect.not.stringContaining("media="),
  ]);
  for (const style of [styleOf(dark, site), styleOf(dark, { ...site, scheme: "light" })]) {
    expect(style).toContain(":root{color-scheme:dark}");
    expect(style).not.toContain("prefers-color-scheme");
  }
});
