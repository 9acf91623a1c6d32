import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { DEFAULT_SITE } from "../../contract/rules/site.ts";
import { renderLogo } from "../platform/site-logo.ts";
import { problemsOf } from "../testing/config-problems.ts";
import { readConfig } from "./config.ts";

async function makeFile(name: string, content: string | Buffer): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tessera-test-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>';

test("has the product's site by default", () => {
  expect(readConfig({})).toMatchObject({ site: DEFAULT_SITE, mailFrom: { name: "Tessera" } });
});

test("names the operator's site and the sender of its emails", () => {
  expect(readConfig({ SITE_NAME: " Salt & Stone ", SITE_CONTACT: "Hello@Atelier.example" })).toMatchObject({
    site: { name: "Salt & Stone", contact: "hello@atelier.example", logo: null },
    mailFrom: { name: "Salt & Stone" },
  });
});

test.each(["x".repeat(300), "<b>Atelier</b>", "Atelier\nBcc: x", "Atelier\u202e", "a@b.example", "A:B", " "])(
  "rejects %j as the name of the site",
  (SITE_NAME) => {
    expect(problemsOf({ SITE_NAME })).toEqual([
      'SITE_NAME must be plain text of at most 40 characters without < > " : @ \\, such as Atelier',
    ]);
  },
);

test("serves a logo under a URL that changes with the file", async () => {
  const first = readConfig({ SITE_LOGO: await makeFile("logo.svg", SQUARE) }).site.logo;
  const second = readConfig({ SITE_LOGO: await makeFile("logo.svg", `${SQUARE}\n`) }).site.logo;
  expect(first).toMatch(/^\/site-logo-[0-9a-f]{16}\.png$/);
  expect(second).not.toBe(first);
});

test.each(["png", "jpeg", "webp", "svg"] as const)("renders a %s as a square PNG", async (format) => {
  const image = sharp({ create: { width: 60, height: 20, channels: 3, background: "#2b48d9" } });
  const content = format === "svg" ? SQUARE : await image.toFormat(format).toBuffer();
  const { siteLogo } = readConfig({ SITE_LOGO: await makeFile(`logo.${format}`, content) });
  if (!siteLogo) throw new Error("no logo");
  // The product's image library reads only trusted formats from memory.
  const rendered = await makeFile("logo.png", await renderLogo(siteLogo));
  expect(await sharp(rendered).metadata()).toMatchObject({ format: "png", width: 192, height: 192 });
});

test.each([
  ["a missing file", "/nowhere/logo.png", /^SITE_LOGO must name a file that this user can read: ENOENT/],
  ["a folder", "/tmp", /^SITE_LOGO must name a file, such as .*; \/tmp is not a file$/],
])("rejects %s as the logo", (_what, SITE_LOGO, problem) => {
  expect(problemsOf({ SITE_LOGO })).toEqual([expect.stringMatching(problem)]);
});

test.each([
  ["20 MB", Buffer.alloc(20 * 1024 * 1024), /must name a file of at most 1 MB; .* has 20 MB$/],
  ["no bytes", "", /must name a file with content/],
  ["a text", "Dear diary", /must name a PNG, JPEG, WebP or SVG image/],
  ["a script in an SVG", `${SQUARE.slice(0, -6)}<script>alert(1)</script></svg>`, /an SVG without scripts/],
  ["a handler in an SVG", SQUARE.replace("<rect", '<rect onload="x()"'), /an SVG without scripts/],
  [
    "another file in an SVG",
    SQUARE.replace("<rect", '<image href="https://x.example/a.png"/><rect'),
    /an SVG without/,
  ],
  ["an entity in an SVG", `<!DOCTYPE svg [<!ENTITY a "b">]>${SQUARE}`, /an SVG without scripts/],
])("rejects a logo of %s", async (_what, content, problem) => {
  expect(problemsOf({ SITE_LOGO: await makeFile("logo", content) })).toEqual([
    expect.stringMatching(problem),
  ]);
});

test("reads fees as percentages and the price as an amount", () => {
  const { site } = readConfig({
    FREE_PLAN_TILES: "12",
    FREE_PLAN_FEE: "2.5",
    CREATOR_PLAN_FEE: "0.25",
    CREATOR_PLAN_PRICE: "14.9",
    CREATOR_PLAN_CURRENCY: "CHF",
  });
  expect(site.plans).toEqual({
    free: { tiles: 12, feeBps: 250 },
    creator: { feeBps: 25, priceCents: 1490, currency: "chf" },
  });
});

test.each([
  ["FREE_PLAN_TILES", "0", "a whole number from 1 to 1000, such as 5"],
  ["FREE_PLAN_FEE", "51", "a percentage from 0 to 50 with at most two decimals, such as 5 or 2.5"],
  ["CREATOR_PLAN_FEE", "-1", "a percentage from 0 to 50 with at most two decimals, such as 5 or 2.5"],
  ["FREE_PLAN_FEE", "5%", "a percentage from 0 to 50 with at most two decimals, such as 5 or 2.5"],
  ["CREATOR_PLAN_PRICE", "0", "an amount from 0.50 to 99999.99 with at most two decimals, such as 9 or 9.50"],
  [
    "CREATOR_PLAN_PRICE",
    "9,50",
    "an amount from 0.50 to 99999.99 with at most two decimals, such as 9 or 9.50",
  ],
])("rejects %s=%s", (name, value, rule) => {
  expect(problemsOf({ [name]: value })).toEqual([`${name} must be ${rule}`]);
});

test("rejects a currency in which nothing can be sold", () => {
  expect(problemsOf({ CREATOR_PLAN_CURRENCY: "jpy" })).toEqual([
    expect.stringMatching(/^CREATOR_PLAN_CURRENCY must be one of eur, usd, /),
  ]);
});
