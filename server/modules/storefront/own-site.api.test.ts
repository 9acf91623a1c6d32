import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../config/config.ts";
import { modelOf } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><rect width="20" height="20"/></svg>';

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessera-test-"));
  await writeFile(join(folder, "logo.svg"), SVG);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const site = testSite(() => {
  const { site, siteLogo } = readConfig({
    SITE_NAME: "Salt & 'Stone'",
    SITE_LOGO: join(folder, "logo.svg"),
    SITE_CONTACT: "hello@atelier.example",
  });
  return { settings: { site, siteLogo } };
});
const get = (path: string, headers?: Record<string, string>) => site.call("GET", path, undefined, headers);

test("renders each page for the operator's site", async () => {
  expect((await get("/")).text).toContain('"name":"Salt \\u0026 \'Stone\'"');
  expect(modelOf((await get("/@nobody")).text)).toEqual({ page: "creator-missing" });
});

test("hands the site to the console's document, with its name and logo in place of the product's", async () => {
  const { text } = await get("/dashboard");
  expect(text).toContain("<title>Salt &amp; &#39;Stone&#39;</title>");
  expect(text).toContain('data-site="{&quot;name&quot;:&quot;Salt &amp; &#39;Stone&#39;&quot;,');
  expect(text).toMatch(/<link rel="icon" href="\/site-logo-[0-9a-f]{16}\.png">/);
  expect(text).not.toContain("Tessera");
});

test("serves the logo as a PNG that browsers cache, and returns 404 for another version", async () => {
  const [path = ""] = /\/site-logo-[0-9a-f]{16}\.png/.exec((await get("/dashboard")).text) ?? [];
  const response = await get(path);
  expect(response).toMatchObject({
    status: 200,
    headers: {
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });
  expect((await get("/site-logo-0.png")).status).toBe(404);
});
