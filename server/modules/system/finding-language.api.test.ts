import { afterEach, beforeEach, expect, test } from "vitest";
import type { Finding } from "../../../contract/api/system.ts";
import { catalogue } from "../../../contract/texts.ts";
import { type Dictionary, setDictionaries } from "../../../contract/translation.ts";
import { dictionaryOf } from "../../platform/locales/dictionaries.ts";
import type { OutgoingMail as Mail } from "../../platform/mail/port.ts";
import type { Installation } from "./check.ts";
import { mailCheck } from "./checks/mail.ts";
import { install } from "./installation.test-kit.ts";

const AREAS = /^(check(_\w+)?|backup_folder|connections|failure|stripe_endpoints)\./;
/** Names that are the same in both languages. */
const SAME = new Set(["Jobs", "Passkeys", "Proxy", "Updates", "{provider}"]);
/** Marks each text that has passed through a translation. */
const marked: Pick<Dictionary, "get"> = { get: (english) => `◊${english}` };

beforeEach(() => setDictionaries(dictionaryOf));
afterEach(() => setDictionaries(() => undefined));

async function findings(language?: string) {
  const { admin } = await install();
  const { body, headers } = await admin.call(
    "POST",
    "/api/admin/system/check",
    {},
    language === undefined ? {} : { "content-language": language },
  );
  return { findings: body.findings as Finding[], language: headers["content-language"] };
}

test("answers in German for a page in German", async () => {
  const german = await findings("de");
  expect(german.language).toBe("de");
  expect(german.findings.find(({ id }) => id === "backup")).toEqual({
    id: "backup",
    name: "Sicherung",
    verdict: "warning",
    seen: "Mit `npm run backup` wurde noch keine gemacht",
    advice: expect.stringMatching(/^Führe jeden Tag `npm run backup -- --verify FILE` aus/),
  });
});

test("answers in English without a language, and in a language that administration does not have", async () => {
  for (const language of [undefined, "fr"]) {
    const english = await findings(language);
    expect(english.language).toBeUndefined();
    expect(english.findings.find(({ id }) => id === "backup")?.seen).toBe(
      "none was made by `npm run backup`",
    );
  }
});

test("translates each name, each statement and each advice", async () => {
  setDictionaries((language) => (language === "de" ? (marked as Dictionary) : undefined));
  const shown = (await findings("de")).findings.flatMap(({ name, seen, advice }) => [name, seen, advice]);
  expect(shown.filter((text) => text !== null && !text.startsWith("◊"))).toEqual([]);
});

test("sends the test email in the language", async () => {
  const sent: Mail[] = [];
  const testServer = async (mail?: Mail) => {
    if (mail) sent.push(mail);
    return "250 OK";
  };
  const settings = { publicUrl: "https://shop.example" };
  const installation = { settings, openMail: async () => ({ testServer }) } as unknown as Installation;
  await mailCheck.run(installation, { mailTo: "anna@example.org", language: "de" });
  await mailCheck.run(installation, { mailTo: "anna@example.org" });
  expect(sent.map(({ subject }) => subject)).toEqual([
    "Tessera kann E-Mails verschicken",
    "Tessera can send email",
  ]);
});

test("has a German sentence for every message of the checks", () => {
  const german = dictionaryOf("de");
  const messages = [...catalogue].filter(([id]) => AREAS.test(id));
  expect(messages.length).toBeGreaterThan(200);
  const untranslated = messages.filter(
    ([, english]) => !SAME.has(english) && [undefined, english].includes(german?.get(english)),
  );
  expect(untranslated).toEqual([]);
});
