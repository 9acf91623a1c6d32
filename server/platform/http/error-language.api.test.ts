import { afterAll, beforeAll, expect, test } from "vitest";
import { setDictionaries } from "../../../contract/translation.ts";
import { addTile } from "../../testing/factories.ts";
import { createMemoryRateLimiter } from "../../testing/memory-rate-limiter.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { dictionaryOf } from "../locales/dictionaries.ts";

const site = testSite(() => ({ limits: createMemoryRateLimiter() }));
const anna = prepare(() => site.signUp());
const tile = prepare(() => addTile(anna, { type: "signup", title: "My letter" }));
beforeAll(() => setDictionaries(dictionaryOf));
afterAll(() => setDictionaries(() => undefined));

const SIGNUPS = "/api/public/signups";
const NEVER_TYPED = { token: "t", website: "" };
let client = 0;
function send(language: string | undefined, url: string, body: unknown, more: Record<string, string> = {}) {
  client += 1;
  return site.call("POST", url, body, {
    "x-forwarded-for": `203.0.${client}.1`,
    ...(language !== undefined && { "content-language": language }),
    ...more,
  });
}
const signUp = (language: string | undefined, email: unknown = "x") =>
  send(language, SIGNUPS, { tileId: tile.id, email, ...NEVER_TYPED });

const ENGLISH = "Enter a valid email address.";
test.for([
  ["de", "Gib eine gültige E-Mail-Adresse ein."],
  ["de-AT", "Gib eine gültige E-Mail-Adresse ein."],
  ["ar", "يُرجى إدخال عنوان بريد إلكتروني صحيح."],
] as const)("writes the errors of fields for a body in %s", async ([language, text]) => {
  const { status, body, headers } = await signUp(language);
  expect({ status, headers }).toMatchObject({
    status: 400,
    headers: { "content-language": language.slice(0, 2) },
  });
  expect(body).toEqual({
    error: text,
    code: "invalid_input",
    details: {
      fieldErrors: { email: [text] },
      formErrors: [],
      fieldCodes: { email: ["fields.email"] },
      formCodes: [],
    },
  });
});

test.for([undefined, "", "en", "cy", "de, fr", "{x", "__proto__", "x".repeat(10_000), "de;q=1"])(
  "writes English for %j",
  async (language) => {
    const { body, headers } = await signUp(language);
    expect(body).toMatchObject({ error: ENGLISH, details: { fieldErrors: { email: [ENGLISH] } } });
    expect(headers).not.toHaveProperty("content-language");
  },
);

test("ignores the language that a browser accepts, because an outside client sends it, too", async () => {
  const invalid = { tileId: tile.id, email: "x", ...NEVER_TYPED };
  const { body } = await send(undefined, SIGNUPS, invalid, { "accept-language": "de" });
  expect(body.error).toBe(ENGLISH);
});

test("puts a noun into the language's own sentence", async () => {
  const [german, english] = await Promise.all(
    ["de", undefined].map((language) => send(language, "/api/public/checkout", { tileId: 999_999 })),
  );
  expect(german?.body).toMatchObject({ error: "Kachel nicht gefunden.", code: "not_found" });
  expect(english?.body).toMatchObject({ error: "Tile not found.", code: "not_found" });
});

test("names a body that is too large or broken in the language", async () => {
  const large = await send("fr", SIGNUPS, { ...NEVER_TYPED, email: "x".repeat(600_000) });
  expect(large).toMatchObject({ status: 413, body: { error: "La requête est trop volumineuse." } });
  const broken = await send("fr", SIGNUPS, "{", { "content-type": "application/json" });
  expect(broken).toMatchObject({ status: 400, body: { error: "Requête incorrecte." } });
});

test("writes the limit of attempts in the language of each request", async () => {
  const tooMany = async (language?: string) => {
    const ip = { "x-forwarded-for": "198.51.100.7" };
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const { status, body } = await send(language, SIGNUPS, { ...NEVER_TYPED, email: "x" }, ip);
      if (status === 429) return body;
    }
    throw new Error("There is no limit.");
  };
  expect(await tooMany("pl")).toMatchObject({
    error: "Za dużo prób. Poczekaj chwilę i spróbuj ponownie.",
    code: "too_often",
  });
  expect(await tooMany()).toMatchObject({
    error: "Too many attempts. Please wait a moment and try again.",
    code: "too_often",
  });
});

const HTML = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
const errorPage = (headers: Record<string, string>, language?: string) =>
  send(language, "/library", "email=x", { ...HTML, origin: "https://other.example", ...headers });

test("shows the page of an error in the language of the form, and else in that of the browser", async () => {
  const arabic = await errorPage({ "accept-language": "fr" }, "ar");
  expect(arabic.text).toMatch(/^<!doctype html><html lang="ar" dir="rtl">/);
  expect(arabic.text).toContain("<h1>حدث خطأ ما</h1>");
  const french = await errorPage({ "accept-language": "fr" });
  expect(french.text).toMatch(/^<!doctype html><html lang="fr">/);
  expect(french.text).toContain('<p data-part="problem">Cette requête provient d\u2019un autre site.</p>');
  expect((await errorPage({})).text).toMatch(/^<!doctype html><html lang="en">/);
});
