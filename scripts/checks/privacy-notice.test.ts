import { readFile } from "node:fs/promises";
import type { FastifyReply } from "fastify";
import { beforeAll, expect, test } from "vitest";
import { IMPORT_DAYS } from "../../contract/rules/archive-limits.ts";
import { LIBRARY_DAYS, LIBRARY_LINK_MINUTES } from "../../contract/rules/library-limits.ts";
import {
  DELETION_DAYS,
  DOWNLOAD_DAYS,
  EXPORT_DAYS,
  HANDLE_QUARANTINE_DAYS,
  REPORT_RETENTION_DAYS,
  RESTORE_DAYS,
  SIGN_IN_HISTORY_DAYS,
  SIGNUP_DAYS,
} from "../../contract/rules/limits.ts";
import { readConfig } from "../../server/config/config.ts";
import { ATTEMPT_MINUTES } from "../../server/modules/accounts/oidc-attempts.ts";
import {
  createPendingCookie,
  createReaderCookie,
  createSessionCookie,
} from "../../server/modules/accounts/session-cookie.ts";
import { createPayingBrowserCookie } from "../../server/modules/checkout/paying-browser.ts";
import { createBuyerCookie } from "../../server/modules/orders/library/sessions.ts";
import { createChallengeCookie } from "../../server/modules/passkeys/challenges.ts";
import { parseMarkdown } from "../../server/platform/markdown.ts";

const notices = { en: "", de: "" };
beforeAll(async () => {
  for (const language of ["en", "de"] as const)
    notices[language] = (await readFile(`docs/privacy.${language}.md`, "utf8")).replaceAll(/\s+/g, " ");
});

const { backupKeepDays, eventRetentionDays, orderRetentionYears } = readConfig({});

/** Each period of the code, with the words around it in both languages. */
const PERIODS: readonly [number, RegExp, RegExp][] = [
  [eventRetentionDays, /events are deleted after (\d+) days/, /Ereignisse werden nach (\d+) Tagen gelöscht/],
  [orderRetentionYears, /(\d+) years after payment/, /(\d+) Jahre nach der Zahlung/],
  [backupKeepDays, /every night and deleted after (\d+) days/, /jede Nacht gemacht und nach (\d+) Tagen/],
  [
    SIGN_IN_HISTORY_DAYS,
    /this list in your settings. It is deleted after (\d+)/,
    /Einstellungen. Sie wird nach (\d+) Tagen/,
  ],
  [DOWNLOAD_DAYS, /works for (\d+) days/, /gilt (\d+) Tage/],
  [LIBRARY_LINK_MINUTES, /works for (\d+) minutes/, /gilt (\d+) Minuten/],
  [SIGNUP_DAYS, /not confirmed is deleted after (\d+) days/, /nicht bestätigt wird, wird nach (\d+) Tagen/],
  [SIGNUP_DAYS, /deleted (\d+) days after that email/, /(\d+) Tage nach dieser E-Mail gelöscht/],
  [RESTORE_DAYS, /you can restore it for (\d+) days/, /(\d+) Tage lang wiederherstellbar/],
  [EXPORT_DAYS, /you can download it for (\d+) days/, /(\d+) Tage lang herunterladbar/],
  [IMPORT_DAYS, /record of it is deleted after (\d+) days/, /Eintrag darüber wird nach (\d+) Tagen/],
  [DELETION_DAYS, /For (\d+) days you can undo it/, /(\d+) Tage lang können Sie es rückgängig/],
  [HANDLE_QUARANTINE_DAYS, /stays reserved for (\d+) days/, /bleibt (\d+) Tage reserviert/],
  [REPORT_RETENTION_DAYS, /deleted (\d+) days later/, /werden (\d+) Tage danach/],
];

test.each(PERIODS)("names the period of %i in both languages", (period, english, german) => {
  expect([english.exec(notices.en)?.[1], german.exec(notices.de)?.[1]]).toEqual([`${period}`, `${period}`]);
});

const SECONDS = { Tag: 86_400, day: 86_400, Tagen: 86_400, days: 86_400, Minuten: 60, minutes: 60 } as const;

/** Returns the lifetime of a cookie in its row, in seconds. */
function rowOf(notice: string, cookie: string): number {
  const row = new RegExp(`\\| ${cookie} \\|[^|]*\\|[^|]*\\| (\\d+) (\\w+)`).exec(notice);
  const unit = Object.entries(SECONDS).find(([name]) => name === row?.[2]);
  return Number(row?.[1]) * (unit?.[1] ?? Number.NaN);
}

/** Sets a cookie, and returns its name and lifetime. */
function setBy(set: (reply: FastifyReply) => void): [string, number] {
  let found: [string, number] = ["", 0];
  const setCookie = (name: string, _value: string, { maxAge }: { maxAge: number }) => {
    found = [name, maxAge];
  };
  set({ setCookie } as unknown as FastifyReply);
  return found;
}

test("lists every cookie with its lifetime", () => {
  const url = "http://localhost:3000";
  const creators = [
    createSessionCookie,
    createPendingCookie,
    createReaderCookie,
    createPayingBrowserCookie,
    createBuyerCookie,
    createChallengeCookie,
  ];
  const cookies = creators.map((create) => setBy((reply) => create(url).set(reply, "token")));
  cookies.push(["tessera_sign_in", ATTEMPT_MINUTES * 60]);
  for (const notice of Object.values(notices)) {
    for (const [name, seconds] of cookies) expect([name, rowOf(notice, name)]).toEqual([name, seconds]);
    expect([...notice.matchAll(/\| tessera_\w+ \|/g)]).toHaveLength(cookies.length);
  }
  expect(rowOf(notices.en, "tessera_buyer")).toBe(LIBRARY_DAYS * 86_400);
});

test("has the same parts in both languages, without comments for the operator", async () => {
  const shapes = await Promise.all(
    ["en", "de"].map(async (language) => {
      const blocks = parseMarkdown(await readFile(`docs/privacy.${language}.md`, "utf8"));
      expect(JSON.stringify(blocks)).not.toContain("<!--");
      return blocks.map((block) => (block.kind === "table" ? `table of ${block.rows.length}` : block.kind));
    }),
  );
  expect(shapes[1]).toEqual(shapes[0]);
});

test("fits into the setting, and names the product nowhere", async () => {
  for (const language of ["en", "de"]) {
    const { siteDocuments } = readConfig({ SITE_PRIVACY: `docs/privacy.${language}.md` });
    expect(siteDocuments.privacy).toMatchObject({ language });
    expect(await readFile(`docs/privacy.${language}.md`, "utf8")).not.toContain("Tessera");
  }
});
