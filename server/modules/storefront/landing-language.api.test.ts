import { expect, test } from "vitest";
import { modelOf } from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepare(() => site.signUp());
type Caller = Pick<typeof site, "call">;
const open = (caller: Caller, path: string, language?: string, more: Record<string, string> = {}) =>
  caller.call("GET", path, undefined, { ...(language && { "accept-language": language }), ...more });
const languageOf = async (...request: Parameters<typeof open>) =>
  modelOf((await open(...request)).text).pageLanguage;

for (const path of ["/", "/themes/poster"]) {
  test.for([
    [undefined, undefined],
    ["en-GB,de;q=0.9", undefined],
    ["de-AT,en;q=0.8", "de"],
    ["fr", "fr"],
    // Not a language of the console.
    ["ar", undefined],
    ["pl,fr;q=0.5", "fr"],
    ["{x", undefined],
  ] as const)(`shows ${path} for %j in %s`, async ([accepted, language]) => {
    expect(await languageOf(site, path, accepted)).toBe(language);
  });

  test(`caches ${path} for each language`, async () => {
    const [english, german] = await Promise.all([open(site, path), open(site, path, "de")]);
    for (const { headers } of [english, german])
      expect(headers).toMatchObject({
        "cache-control": "public, max-age=0, must-revalidate",
        vary: "Accept-Encoding, Cookie, Accept-Language",
      });
    expect(german.headers.etag).not.toBe(english.headers.etag);
    const known = { "if-none-match": String(german.headers.etag) };
    expect((await open(site, path, "de", known)).status).toBe(304);
    expect((await open(site, path, "fr", known)).status).toBe(200);
    const head = await site.call("HEAD", path, undefined, { "accept-language": "de" });
    expect(head).toMatchObject({ status: 200, text: "", headers: { etag: german.headers.etag } });
  });
}

test("shows the landing page to a user in the chosen language", async () => {
  expect(await languageOf(anna, "/", "de")).toBe("de");
  await anna.call("POST", "/api/account/language", { language: "fr" });
  const { text, headers } = await open(anna, "/", "de");
  expect(modelOf(text)).toEqual({ page: "landing", signedIn: true, pageLanguage: "fr" });
  expect(headers["cache-control"]).toBe("private, no-store");
  await anna.call("POST", "/api/account/language", { language: "en" });
  expect(await languageOf(anna, "/", "de")).toBe("en");
});
