import { beforeAll, expect, test } from "vitest";
import { addProduct, offer } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite({ publicUrl: "https://tessera.example" });
beforeAll(async () => {
  const anna = await site.signUp({ handle: "anna" });
  await addProduct(anna, { name: "Cup & saucer" });
  await offer(anna, { name: "Off" }, { active: false });
  await addProduct(anna, { name: "Draft", active: false });
  await addProduct(anna, { name: "Clay", type: "tip" });
  await offer(anna, { name: "كوب" });
  await site.signUp({ handle: "bert_2" });
});

const get = (path: string) => site.call("GET", path);
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address ?? "");

test("names the sitemap in robots.txt and disallows private pages", async () => {
  const { status, headers, text } = await get("/robots.txt");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  expect(text).toContain("Sitemap: https://tessera.example/sitemap.xml\n");
  for (const path of ["/dashboard", "/orders/", "/checkout"]) expect(text).toContain(`Disallow: ${path}\n`);
  expect(text).not.toContain("Disallow: /\n");
});

test("lists each page of a creator and of a product for sale once in the sitemap's maps", async () => {
  const { headers, text } = await get("/sitemap.xml");
  expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
  const maps = locations(text).map((address) => new URL(address).pathname);
  expect(maps[0]).toBe("/sitemaps/site.xml");
  const pages = (await Promise.all(maps.map(get))).flatMap((map) => locations(map.text));
  expect(pages).toEqual([
    "https://tessera.example/",
    "https://tessera.example/demo/analytics",
    "https://tessera.example/@anna",
    "https://tessera.example/@bert_2",
    "https://tessera.example/@anna/cup-saucer",
    "https://tessera.example/@anna/%D9%83%D9%88%D8%A8",
  ]);
});

test.each(["/sitemaps/999999.xml", "/sitemaps/x.xml", "/sitemaps/99999999999999999999.xml"])(
  "returns 404 for %s",
  async (path) => expect((await get(path)).status).toBe(404),
);
