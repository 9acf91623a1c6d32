import { beforeEach, expect, onTestFinished, test } from "vitest";
import { setDictionaries } from "../../../contract/translation.ts";
import { dictionaryOf } from "../../platform/locales/dictionaries.ts";
import { mailsTo, signUpAdmin, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const LETTERS = "/api/audience/letters";
const news = { subject: "Two new glazes", body: "Both are **food safe**." };

const site = testSite({ settings: { creatorEmails: { free: 3, creator: 10 } } });
const admin = prepare(() => signUpAdmin(site));
let anna: TestUser;
let reader: string;
beforeEach(async () => {
  anna = await signUpVerified(site);
  reader = `reader${anna.creator.id}@example.org`;
  await site.sql`insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, confirmed_at)
    values (${anna.creator.id}, ${reader}, sha256(convert_to(${reader}, 'UTF8')), 'signup', 'News', 'Yes.', now())`;
});

const newsTo = () => mailsTo(site, reader, "creator-news");
const send = (more: object = {}) => anna.call("POST", "/api/audience/campaigns", { ...news, ...more });

test("turns a scheduled email into a draft if the same email was sent within a day", async () => {
  expect((await send()).status).toBe(202);
  const sendAt = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  const { id } = (await anna.call("POST", LETTERS, { ...news, sendAt })).body.letter;
  await site.sql`update letters set send_at = now() - interval '1 minute' where id = ${id}`;
  await site.runNow("audience.scheduled-letters");
  await site.settled();
  expect((await anna.call("GET", LETTERS)).body.letters).toEqual([
    expect.objectContaining({
      id,
      send_at: null,
      problem: "The same email was sent to your audience within the last 24 hours.",
    }),
  ]);
  expect(await newsTo()).toHaveLength(1);
  setDictionaries(dictionaryOf);
  onTestFinished(() => setDictionaries(() => undefined));
  const problemIn = async (headers: Record<string, string>) =>
    (await anna.call("GET", `${LETTERS}/${id}`, undefined, headers)).body.letter.problem;
  expect(await problemIn({ "content-language": "de" })).toMatch(/^Dieselbe E-Mail .* 24 Stunden/);
  expect(await problemIn({ "accept-language": "de" })).toMatch(/^The same email .* 24 hours/);
});

test("requires a confirmation to send the same email to the same audience within a day, from every form", async () => {
  expect((await send()).status).toBe(202);
  await site.sql`update campaigns set created_at = now() - interval '23 hours' where creator_id = ${anna.creator.id}`;
  const repeated = await send();
  expect([repeated.status, repeated.body.code]).toEqual([409, "marketing.sent_already"]);
  expect(await newsTo()).toHaveLength(1);
  expect((await send({ again: true })).status).toBe(202);
  expect(await newsTo()).toHaveLength(2);
  // A double click on the confirmation.
  expect((await send({ again: true })).status).toBe(202);
  expect(await newsTo()).toHaveLength(2);
  const operators = { to: [reader], template: "announcement", ...news };
  expect((await admin.call("POST", "/api/admin/marketing/email", operators)).status).toBe(202);
  await site.sql`update campaigns set created_at = now() - interval '1 hour' where creator_id is null`;
  expect((await admin.call("POST", "/api/admin/marketing/email", operators)).body.code).toBe(
    "marketing.sent_already",
  );
  expect((await admin.call("POST", "/api/admin/marketing/email", { ...operators, again: true })).status).toBe(
    202,
  );
});
