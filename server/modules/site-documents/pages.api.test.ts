import { expect, test } from "vitest";
import { modelOf } from "../../testing/factories.ts";
import { withDocuments } from "../../testing/site-documents.ts";
import { openSite, testSite } from "../../testing/test-site.ts";

const site = testSite({
  settings: withDocuments({
    imprint: "Anna Weber, Berlin",
    privacy: "https://company.example/privacy",
    terms: "# Terms of *use*\n\nBe kind.\n",
  }),
});
const get = (path: string, headers?: Record<string, string>) => site.call("GET", path, undefined, headers);

test("renders a text, titled by its first heading", async () => {
  const { status, text, headers } = await get("/terms");
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(modelOf(text)).toMatchObject({
    page: "site-document",
    name: "terms",
    title: "Terms of use",
    language: "en",
    blocks: [
      { kind: "heading", level: 1 },
      { kind: "paragraph", spans: [{ kind: "text", text: "Be kind." }] },
    ],
  });
  expect(modelOf((await get("/imprint")).text)).toMatchObject({ title: "Imprint" });
});

test("caches a text like other pages that are the same for everyone", async () => {
  const [document, landing] = [await get("/terms"), await get("/")];
  expect(document.headers["cache-control"]).toBe(landing.headers["cache-control"]);
  const etag = String(document.headers.etag);
  expect((await get("/terms", { "if-none-match": etag })).status).toBe(304);
  expect(document.headers["set-cookie"]).toBeUndefined();
});

test("redirects to a document on another site, and from a slash at the end", async () => {
  expect((await get("/privacy")).headers.location).toBe("https://company.example/privacy");
  expect((await get("/terms/")).headers.location).toBe("/terms");
});

test("treats a document that is not configured as an unknown path", async () => {
  const without = await openSite();
  for (const path of ["/imprint", "/privacy", "/terms"])
    expect(await without.call("GET", path)).toMatchObject({ status: 302, headers: { location: "/" } });
});

test("hands the links to pages and to the console", async () => {
  expect((await get("/")).text).toContain('"documents":{"imprint":"/imprint"');
  expect((await get("/auth")).text).toContain("&quot;terms&quot;:&quot;/terms&quot;");
});
