import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { DEFAULT_APPEARANCE, THEME_NAMES, ThemeName } from "../contract/api/appearance.ts";
import type { Goal } from "../contract/api/goals.ts";
import type { PageModel, PageTile } from "../contract/pages/pages.ts";
import { CONSOLE_LANGUAGES } from "../contract/rules/languages.ts";
import { limits } from "../contract/rules/limits.ts";
import { DEFAULT_SITE } from "../contract/rules/site.ts";
import { isBlockType, TILE_TYPE_NAMES, tileTypeRules } from "../contract/rules/tile-types.ts";
import { bytesIn, encodeHtml } from "../server/platform/http/html.ts";
import { builtRenderer } from "../server/platform/render/adapters/built.ts";
import { frameOf } from "../server/platform/render/console-frame.ts";
import { aPublicCreator, aTile, aTileProduct } from "../web/testing/console-entities.ts";

/** The budget of `e2e/tests/page-budget.spec.ts`, in bytes. */
const HTML_BUDGET = 14_336;
/** The landing page with all its parts. */
const LANDING_BUDGET = 15_872;
/** The compressed scripts of the console's first screen. */
const FIRST_SCREEN_BUDGET = 187 * 1024;
/** The scripts of the first screen and of a tile's form, including the text rules that browser and server share. */
const WITH_FORM_BUDGET = 222 * 1024;
/** The maximum number of files. On a slow connection each file costs its headers and a part of a round trip. */
const CONSOLE_SCRIPTS = 6;
/** All JavaScript of public pages, compressed. 7 KB is normal. 7.5 KB means that something does not belong there. */
const SCRIPT_BUDGET = 7_680;
const SITE = { ...DEFAULT_SITE, publicUrl: "https://tessera.example", reportEmail: "report@tessera.example" };

/** The URL of an uploaded image, whose name compresses as little as a real one. */
function imageUrl(name: string): string {
  const id = BigInt(`0x${createHash("sha1").update(name).digest("hex")}`)
    .toString(32)
    .padStart(32, "0");
  return `${SITE.publicUrl}/uploads/${id}/960.webp`;
}

const creator = aPublicCreator({
  id: 1042,
  handle: "mara-lind",
  display_name: "Mara Lind",
  bio: "Paper, ink and slow afternoons. I draw tiles for a living and write about how they are made.",
  avatar_url: imageUrl("avatar"),
  plan: "creator",
  socials: [
    { platform: "instagram", url: "https://instagram.com/mara" },
    { platform: "youtube", url: "https://youtube.com/@mara" },
    { platform: "website", url: "https://mara.example/" },
  ],
});
const links = Array.from({ length: 24 }, (_, index) =>
  aTile({
    id: 5120 + index,
    title: `Chapter ${index + 1}: glaze, kiln and patience`,
    url: `https://mara.example/chapters/${index + 1}`,
    description: "What I learned from a year of firing tiles in a borrowed kiln.",
    image_url: imageUrl(`tile ${index}`),
  }),
);
/** The text of each block also has every kind of formatting. */
const BLOCK_TEXT =
  "# Do you ship?\n\nYes, with **care**: https://mara.example/\n\n> Lovely.\n\n- one\n\n1. two";
const BLOCKS = TILE_TYPE_NAMES.filter(isBlockType);
const GOAL: Goal = {
  ...{ from: "hand", currency: "eur", target: 100_000, current: 34_050 },
  ...{ product_ids: [], since: null },
};
const CONTACT = {
  ...{ name: "Mara Lindt", email: "studio@mara.example" },
  ...{ phone: "+4930123456789", whatsapp: "+491701234567" },
};
const GALLERY = Array.from({ length: limits.galleryImages.max }, (_, index) => ({
  url: imageUrl(`gallery ${index}`),
  alt: `Tile ${index + 1} before the second firing`,
  focus: { x: 50, y: 50 },
}));
const blocks = links.map((link, index) => {
  const type = BLOCKS[index % BLOCKS.length] ?? "text";
  const description = index < 10 ? `${BLOCK_TEXT} and ${index}` : link.description;
  return index < 10
    ? {
        ...link,
        ...{
          type,
          url: null,
          description,
          ends_at: "2099-01-01T00:00:00.000Z",
          goal: GOAL,
          contact: CONTACT,
        },
        images: type === "gallery" ? GALLERY : [],
      }
    : { ...link, description };
});
const products = links.map((link, index) => ({
  ...link,
  type: "product" as const,
  url: null,
  product_id: 310 + index,
  product: aTileProduct({
    slug: `chapter-${index + 1}-glaze-kiln-and-patience`,
    price_cents: 900 + index * 250,
    file: { kind: "PDF", size: 2_400_000 + index * 170_000 },
  }),
}));

const LANDING = { page: "landing", signedIn: false } as const satisfies PageModel;
const sampleIn = (theme: ThemeName): PageModel => ({
  page: "theme-sample",
  appearance: { ...DEFAULT_APPEARANCE, theme },
});

type CreatorModel = Extract<PageModel, { page: "creator" }>;
const pageOf = (tiles: PageTile[], changes: Partial<CreatorModel> = {}): CreatorModel => ({
  page: "creator",
  creator,
  tiles,
  from: 0,
  total: tiles.length,
  isOwner: false,
  openTileId: null,
  tipTileId: null,
  previewVersion: "1kq3v9",
  ...changes,
});

let renderer: Awaited<ReturnType<typeof builtRenderer>>;
let render: (model: PageModel) => Promise<string>;
beforeAll(async () => {
  renderer = await builtRenderer("dist");
  render = (model) => renderer.renderPage(model, SITE);
});

for (const theme of THEME_NAMES) {
  test.each([
    ["links", links],
    ["products", products],
    ["links and blocks", blocks],
  ])(`keeps a page of 24 %s in ${theme} within its budget`, async (_what, tiles) => {
    const html = await render(pageOf(tiles, { appearance: { ...DEFAULT_APPEARANCE, theme } }));
    expect(bytesIn(encodeHtml(html), "br").length).toBeLessThanOrEqual(HTML_BUDGET);
  });
}

test("keeps the landing page within its budget, and its frames within the budget of their pages", async () => {
  const html = await render(LANDING);
  for (const pageLanguage of ["en", ...CONSOLE_LANGUAGES] as const) {
    const translated = await render({ ...LANDING, pageLanguage });
    expect(translated).toContain(`<html lang="${pageLanguage}"`);
    expect(bytesIn(encodeHtml(translated), "br").length, pageLanguage).toBeLessThanOrEqual(LANDING_BUDGET);
  }
  const frames = [...html.matchAll(/<iframe src="\/themes\/(\w+)"[^>]* loading="lazy"/g)];
  expect(frames.length).toBeGreaterThan(5);
  expect(html.match(/<iframe/g)).toHaveLength(frames.length);
  for (const [, name] of frames) {
    const sample = await render(sampleIn(ThemeName.parse(name)));
    expect(bytesIn(encodeHtml(sample), "br").length).toBeLessThanOrEqual(HTML_BUDGET);
    expect(sample.includes("<script")).toBe(false);
    expect(sample.includes('<div class="page" inert=""')).toBe(true);
  }
});

test("keeps the script of all public pages within its budget", async () => {
  const html = await render(pageOf(links));
  const [, script = ""] = /<script type="module" src="\/([^"]+)"/.exec(html) ?? [];
  expect(await readFile(join("dist/client", script), "utf8")).not.toMatch(/^import|\bimport[("'`]/);
  expect((await readFile(join("dist/client", `${script}.br`))).length).toBeLessThanOrEqual(SCRIPT_BUDGET);
});

test.each([
  ["/auth", true, ["/api/creators/me"]],
  ["/auth/forgot", true, []],
  ["/dashboard", true, ["/api/creators/me", "/api/tiles"]],
  ["/dashboard", false, ["/api/creators/me"]],
  ["/dashboard/products", true, ["/api/creators/me"]],
  ["/demo/analytics", true, []],
])(
  "requests in the document of %s (session: %s) the few files of its first screen",
  async (path, hasSession, requests) => {
    const html = await renderer.renderConsole(SITE, path, hasSession, "en");
    const names = [...html.matchAll(/(?:modulepreload" href|<script type="module" src)="\/([^"]+)"/g)];
    expect(names.length).toBeLessThanOrEqual(CONSOLE_SCRIPTS);
    expect(names.filter(([, name]) => !name?.endsWith(".js"))).toEqual([]);
    const scripts = await Promise.all(
      names.map(([, name]) => readFile(join("dist/client", `${name}`), "utf8")),
    );
    const screen = { auth: "Create your page", console: "Live tiles", none: "" }[frameOf(path)];
    expect(scripts.join("")).toContain(screen);
    expect(await weigh(names.map(([, name]) => `${name}`))).toBeLessThanOrEqual(FIRST_SCREEN_BUDGET);
    expect([...html.matchAll(/as="fetch" crossorigin href="([^"]+)"/g)].map(([, url]) => url)).toEqual(
      requests,
    );
  },
);

test("keeps the dashboard's first screen and a tile's form within the budget together", async () => {
  const html = await renderer.renderConsole(SITE, "/dashboard", true, "en");
  const files = new Set([...html.matchAll(/assets\/[\w-]+\.js/g)].map(([name]) => name));
  const manifest: Record<string, { file: string; imports?: string[] }> = JSON.parse(
    await readFile("dist/client/.vite/console.json", "utf8"),
  );
  const add = (key: string) => {
    const { file, imports = [] } = manifest[key] ?? { file: key };
    // The files named by the document, with all their imports.
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(add);
  };
  add("web/console/tiles/tile-form.tsx");
  expect(await weigh(files)).toBeLessThanOrEqual(WITH_FORM_BUDGET);
});

test("sets the console's language in a file that imports no other, so that no text is read before", async () => {
  const chunks: { file: string; name?: string; imports?: string[] }[] = Object.values(
    JSON.parse(await readFile("dist/client/.vite/console.json", "utf8")),
  );
  const sources = await Promise.all(
    chunks
      .filter(({ file }) => file.endsWith(".js"))
      .map(async (chunk) => ({ ...chunk, source: await readFile(join("dist/client", chunk.file), "utf8") })),
  );
  const withLanguage = sources.filter(({ source }) => source.includes("globalThis.consoleTexts"));
  expect(withLanguage).toMatchObject([{ name: "first" }]);
  expect(withLanguage[0]?.imports ?? []).toEqual([]);
});

test("loads images only through elements, so that hidden ones are not loaded", async () => {
  const html = (await Promise.all(everyLook().map(render))).join("");
  expect(html).toContain('fetchPriority="high"');
  expect(html).not.toMatch(/<link[^>]+as="image"/);
});

test.each([
  ["creators' pages", everyLook()],
  ["samples of themes", [sampleIn("poster")]],
  ["the landing page", [LANDING, { ...LANDING, signedIn: true }]],
])("has every class that they show in the stylesheet of %s", async (_pages, models) => {
  const html = (await Promise.all(models.map(render))).join("");
  const own = stylesIn(html);
  const ofOtherPages = stylesIn(await render({ page: "creator-missing" }));
  const classes = new Set(
    [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(" ")),
  );
  const styled = [...classes].filter((name) => hasRule(ofOtherPages, name));
  expect(styled.length).toBeGreaterThan(30);
  expect(styled.filter((name) => !hasRule(own, name))).toEqual([]);
});

/** Returns the transferred size of built files. Small ones are not compressed. */
async function weigh(names: Iterable<string>): Promise<number> {
  const sizes = await Promise.all(
    [...names].map(async (name) => {
      const path = join("dist/client", name);
      return (await stat(`${path}.br`).catch(() => stat(path))).size;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Pages that together show everything of a creator's page. */
function everyLook(): CreatorModel[] {
  const tiles: PageTile[] = TILE_TYPE_NAMES.map((type, index) => ({
    ...aTile({
      id: index + 1,
      type,
      url: tileTypeRules(type).needs === "url" ? "https://mara.example/" : null,
      product:
        tileTypeRules(type).needs === "productId" ? aTileProduct({ file: { kind: "PDF", size: 1 } }) : null,
      description: `Text.\n\n${BLOCK_TEXT}`,
      ends_at: "2099-01-01T00:00:00.000Z",
      goal: GOAL,
      contact: CONTACT,
      images: type === "gallery" ? GALLERY : [],
      size: index === 1 ? "wide" : "normal",
    }),
    descriptionCut: true,
    player:
      type === "content" ? { name: "Videos", src: "https://videos.example/1", shape: "upright" } : undefined,
  }));
  const tip = aTileProduct({ type: "tip" });
  const seller = { name: "Mara Lind", country: "DE", is_trader: true, delivery_time: null };
  const announcement = { text: "New shop", url: "https://mara.example/", ends_at: null };
  const full = aPublicCreator({
    ...creator,
    seller,
    announcement,
    tips_enabled: true,
    has_payment_account: true,
    display_name: "Mara ".repeat(12),
  });
  return [
    ...tiles.map(({ id }) => pageOf(tiles, { openTileId: id })),
    pageOf([]),
    pageOf([
      { ...aTile({ active: false }), player: { name: "Sound", src: "https://s.example/", shape: 80 } },
    ]),
    pageOf([{ ...aTile(), player: { name: "Videos", src: "https://videos.example/2", shape: "video" } }]),
    pageOf(products.map((tile) => ({ ...tile, product: { ...tile.product, sold_out: true } }))),
    pageOf(tiles, {
      creator: { ...full, plan: "free", avatar_url: null },
      from: 24,
      total: 80,
      isOwner: true,
      asOf: { localTime: "2026-01-01T00:00", timeZone: "UTC" },
      appearance: { ...DEFAULT_APPEARANCE, cover_url: imageUrl("cover") },
    }),
    pageOf(tiles, { creator: { ...full, sells: "off" } }),
    pageOf(tiles, { creator: full, tipTileId: 4 }),
    pageOf(tiles.map((tile) => ({ ...tile, ...(tile.product && { product: tip }), size: "full" }))),
  ];
}

/** The product's stylesheet of a page, which comes first. */
const stylesIn = (html: string) => /<\/noscript>.*?<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";

function hasRule(styles: string, name: string): boolean {
  const selector = `.${name.replace(/[^\w-]/g, "\\$&")}`;
  const at = styles.split(selector).slice(1);
  return at.some((rest) => !/^[\w\\-]/.test(rest));
}
