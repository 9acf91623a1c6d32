import { afterAll, beforeAll, expect, test } from "vitest";
import { setDictionaries } from "../../../../contract/translation.ts";
import { dictionaryOf } from "../../../platform/locales/dictionaries.ts";
import { prepare } from "../../../testing/prepare.ts";
import { testSite } from "../../../testing/test-site.ts";

const site = testSite();
const anna = prepare(() => site.signUp());
beforeAll(() => setDictionaries(dictionaryOf));
afterAll(() => setDictionaries(() => undefined));

/** Translators may change it. */
const inGerman = (english: string) => dictionaryOf("de")?.get(english);

type Caller = Pick<typeof site, "call">;
const documentOf = (caller: Caller, accepted?: string, path = "/dashboard") =>
  caller.call("GET", path, undefined, accepted ? { "accept-language": accepted } : {});
const languageOf = async (caller: Caller, accepted?: string) =>
  /<html lang="([^"]+)"/.exec((await documentOf(caller, accepted)).text)?.[1];
const save = (language: unknown) => anna.call("POST", "/api/account/language", { language });
const scriptIn = (html: string) =>
  /<script type="module" src="(\/assets\/locales\/[^"]+)"><\/script>(?=<script type="module")/.exec(
    html,
  )?.[1];

test("shows signing in in the browser's language, and sends it texts before the console's script", async () => {
  const { text, headers } = await documentOf(site, "de-AT,en;q=0.5", "/auth");
  expect(text).toMatch(/^<!doctype html><html lang="de">/);
  expect(text).toContain(`aria-label="${inGerman("Loading")}"`);
  expect(text).toContain(`${inGerman("Switch on JavaScript")}</h1>`);
  expect(scriptIn(text)).toMatch(/\/de-[\w-]{27}\/common\.js$/);
  expect(headers.vary).toMatch(/accept-language/i);
  expect(headers.vary).toMatch(/cookie/i);
});

test("is in English without a translation, and loads nothing for it", async () => {
  const { text } = await documentOf(site, "sv");
  expect(text).toContain('<html lang="en">');
  expect(text).not.toContain("/assets/locales/");
});

test("prefers the user's choice to the browser's, in every browser of the user", async () => {
  expect((await save("de")).body).toMatchObject({ language: "de" });
  expect((await anna.call("GET", "/api/account/security")).body.language).toBe("de");
  expect(await languageOf(anna, "fr")).toBe("de");
  expect(await languageOf(site, "fr")).toBe("fr");
  await save("en");
  expect(await languageOf(anna, "de")).toBe("en");
  expect((await save(null)).body.language).toBeNull();
  expect(await languageOf(anna, "de")).toBe("de");
});

test.each(["sv", "", "xx", 5, undefined])(
  "rejects %j, which the console does not speak",
  async (language) => {
    expect((await save(language)).status).toBe(400);
  },
);

test("ignores a stored language that the console no longer speaks", async () => {
  await site.sql`update users set language = 'xx' where id = ${anna.creator.user_id}`;
  expect((await anna.call("GET", "/api/account/security")).body.language).toBeNull();
  expect(await languageOf(anna)).toBe("en");
  expect(await languageOf(anna, "de")).toBe("de");
});

test("serves the texts of the console alone, for a year and compressed", async () => {
  const path = scriptIn((await documentOf(site, "de")).text) ?? "";
  const { status, text, headers } = await site.call("GET", path);
  expect(status).toBe(200);
  const base = path.replace("common.js", "");
  const before = `globalThis.consoleTexts={language:"de",base:"${base}",texts:new Map(`;
  expect(text.startsWith(before)).toBe(true);
  const texts = new Map(JSON.parse(text.slice(before.length, -")};".length)));
  expect(texts.get("Loading")).toBe(inGerman("Loading"));
  for (const shownByOthers of ["Your receipt: {product}", "Switch on JavaScript"]) {
    expect(inGerman(shownByOthers)).toBeTruthy();
    expect(texts.has(shownByOthers)).toBe(false);
  }
  expect(headers["content-type"]).toMatch(/^text\/javascript/);
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  const compressed = await site.call("GET", path, undefined, { "accept-encoding": "br" });
  expect(compressed.headers["content-encoding"]).toBe("br");
  expect((await site.call("GET", path.replace("de-", "en-"))).status).toBe(404);
  expect((await site.call("GET", path.replace("common", "other"))).status).toBe(404);
});

test("serves the current texts to the document of another release, and nobody caches them", async () => {
  const path = scriptIn((await documentOf(site, "de")).text) ?? "";
  const current = await site.call("GET", path);
  const other = await site.call("GET", "/assets/locales/de-other/common.js");
  expect(other).toMatchObject({ status: 200, text: current.text });
  expect(other.headers["cache-control"]).toBe("no-store");
  for (const unknown of ["de-other/other.js", "sv-other/common.js", "de/common.js"])
    expect((await site.call("GET", `/assets/locales/${unknown}`)).status).toBe(404);
});
