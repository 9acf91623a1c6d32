import { expect, test } from "vitest";
import { ARCHIVE_LIMITS } from "../../../contract/rules/archive-limits.ts";
import { MAX_LETTERS } from "../../../contract/rules/limits.ts";
import { addPicture, mailsTo, modelOf, signUpVerified } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { entriesWith, exportArchive, importArchive, lastImport, zip } from "./archives.test-kit.ts";

const OLD = "http://old.example:3000";
const old = testSite({ publicUrl: OLD });
const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const anna = prepareEach(() => signUpVerified(old));
const bella = prepareEach(() => signUpVerified(site));

const news = {
  ...{ subject: "Two new glazes", body: "Both are **food safe**: see [the shop](https://shop.example/a)." },
  ...{ ctaLabel: "Shop", ctaUrl: "https://shop.example/b", imageAlt: "Two bowls" },
};
const lettersOf = async (user = bella) => (await user.call("GET", "/api/audience/letters")).body.letters;
const sentOf = async (user = bella) => (await user.call("GET", "/api/audience/campaigns")).body.campaigns;
const counts = async () => (await lastImport(site, bella)).result.counts;
const count = (added: number, present = 0, leftOut = 0) => ({ added, present, left_out: leftOut });
const addReaders = (node: typeof site, creatorId: number) =>
  node.sql`insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, confirmed_at)
    values (${creatorId}, 'reader@example.org', sha256('reader@example.org'), 'signup', 'News', 'Yes.', now())`;
const aSent = (more: object = {}) => ({
  ...{ id: 1, subject: "Sent", body: "It was sent long ago.", cta_label: null, cta_url: null },
  ...{ image_url: null, image_alt: "", created_at: "2025-03-01T10:00:00.000Z", published: false },
  ...{ total: 3, sent: 2, failed: 1, skipped: 0, queued: 0, unsubscribed: 1, clicks: 0, links: [] },
  ...more,
});
const aDraft = (more: object = {}) => ({
  ...{ id: 1, subject: "A draft", body: "", cta_label: "", cta_url: "", image_url: null, image_alt: "" },
  ...{ send_at: null, problem: null },
  ...more,
});
const take = async (lists: Parameters<typeof entriesWith>[0]) => {
  expect((await importArchive(bella, await zip(entriesWith(lists)))).status).toBe(202);
  return lastImport(site, bella);
};
/** Sends everything that is queued or due, on both nodes. */
async function sendAll() {
  for (const node of [site, other]) {
    await node.runNow("audience.scheduled-letters");
    await node.settled();
    await node.runMaintenance();
    await node.settled();
  }
}

test("imports drafts and sent emails with pictures, figures and pages, and sends no email", async () => {
  const picture = await addPicture(old, anna, "bowls.svg");
  await addReaders(old, anna.creator.id);
  await addReaders(site, bella.creator.id);
  await anna.call("POST", "/api/audience/campaigns", { ...news, imageUrl: picture.url });
  const [first] = await sentOf(anna);
  await anna.call("PATCH", `/api/audience/campaigns/${first.id}`, { published: true });
  await old.call("GET", `${new URL(first.url).pathname}/to/2`, undefined, {
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
  });
  await anna.call("POST", "/api/audience/letters", { subject: "Half a thought", imageUrl: picture.url });
  const sendAt = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 16);
  await anna.call("POST", "/api/audience/letters", { ...news, subject: "Later", sendAt });
  const archive = await exportArchive(old, anna);
  expect((await importArchive(bella, archive)).status).toBe(202);
  expect(await counts()).toMatchObject({ letter: count(2), email: count(1) });

  const [later, half] = await lettersOf();
  expect(later).toMatchObject({
    ...{ subject: "Later", body: news.body, cta_url: news.ctaUrl, send_at: null },
    problem: "It was scheduled at another site. Choose a time for it here.",
  });
  expect(half).toMatchObject({ subject: "Half a thought", body: "", send_at: null, problem: null });
  expect(half.image_url).toMatch(/^http:\/\/localhost:3000\/uploads\//);
  const [sent] = await sentOf();
  expect(sent).toMatchObject({
    ...{ subject: news.subject, sent: 1, failed: 0, queued: 0, clicks: 1, published: true, problem: null },
    created_at: first.created_at,
  });
  const page = await site.call("GET", new URL(sent.url).pathname);
  expect(page.status).toBe(200);
  expect(modelOf(page.text)).toMatchObject({
    letter: { subject: news.subject, body: news.body, image: { url: half.image_url, alt: "Two bowls" } },
  });
  const listed = modelOf((await site.call("GET", `/@${bella.handle}/letters`)).text);
  expect(listed.letters).toMatchObject([{ subject: news.subject }]);
  expect((await bella.call("GET", `/api/audience/campaigns/${sent.id}`)).body.campaign.links).toEqual([
    { url: "https://shop.example/a", clicks: 0 },
    { url: "https://shop.example/b", clicks: 1 },
  ]);
  // The clicks were counted on the old site. The imported page links directly to the targets.
  expect((await site.call("GET", `${new URL(sent.url).pathname}/to/2`)).status).toBe(404);
  await sendAll();
  for (const node of [site, other]) {
    expect(await mailsTo(node, "reader@example.org")).toEqual([]);
    expect(await mailsTo(node, bella.email, "letter-not-sent")).toEqual([]);
  }

  // A second import adds nothing twice, and restores a deleted draft.
  await bella.call("DELETE", `/api/audience/letters/${half.id}`);
  expect((await importArchive(bella, archive)).status).toBe(202);
  expect(await counts()).toMatchObject({ letter: count(1, 1), email: count(0, 1) });
  expect(await sentOf()).toHaveLength(1);
});

test("adds nothing from an archive of the same account", async () => {
  await addReaders(old, anna.creator.id);
  await anna.call("POST", "/api/audience/campaigns", news);
  await anna.call("POST", "/api/audience/letters", { subject: "Half a thought" });
  expect((await importArchive(anna, await exportArchive(old, anna))).status).toBe(202);
  const { counts: found } = (await lastImport(old, anna)).result;
  expect(found).toMatchObject({ letter: count(0, 1), email: count(0, 1) });
});

test("asks for a confirmation before sending an email that was sent elsewhere within a day", async () => {
  await addReaders(site, bella.creator.id);
  await take({ emails: [aSent({ created_at: new Date(Date.now() - 3_600_000).toISOString() })] });
  const again = await bella.call("POST", "/api/audience/campaigns", {
    subject: "Sent",
    body: "It was sent long ago.",
  });
  expect([again.status, again.body.code]).toEqual([409, "marketing.sent_already"]);
  expect(await mailsTo(site, "reader@example.org")).toEqual([]);
});

test("leaves out drafts and emails that no form would accept, and emails without a past sending time", async () => {
  await site.sql`insert into blocks (kind, value, created_by)
    values ('link', 'evil.example', ${bella.creator.user_id}) on conflict do nothing`;
  const { result } = await take({
    letters: [
      aDraft(),
      aDraft({ id: 2, subject: "s".repeat(201) }),
      aDraft({ id: 3, subject: "Theirs", image_url: "https://tracker.example/1.gif" }),
      aDraft({ id: "4", subject: "No id" }),
      aDraft({ id: 5, subject: 5 }),
    ],
    emails: [
      aSent({ links: "none", sent: -5, failed: 1e300, unsubscribed: "many" }),
      aSent({ id: 2, subject: "Later", created_at: "2099-01-01T10:00:00.000Z" }),
      aSent({ id: 3, subject: "Blocked", body: "See https://evil.example/ for more." }),
      aSent({ id: 4, subject: "Script", cta_label: "x", cta_url: "javascript:alert(1)" }),
      aSent({ id: 5, subject: "", body: "" }),
      aSent({ id: 6, subject: "Timeless", created_at: null }),
    ],
  });
  expect(result.counts).toMatchObject({ letter: count(1, 0, 4), email: count(1, 0, 5) });
  expect(await lettersOf()).toHaveLength(1);
  expect(await sentOf()).toMatchObject([{ subject: "Sent", sent: 0, failed: 0, unsubscribed: 0 }]);
  await site.sql`delete from blocks`;
});

test("leaves out drafts above the limit, and imports the latest of very many sent emails", async () => {
  await site.sql`insert into letters (creator_id) select ${bella.creator.id} from generate_series(1, ${MAX_LETTERS - 1})`;
  const emails = Array.from({ length: ARCHIVE_LIMITS.sentEmails + 5 }, (_, index) =>
    aSent({ id: index + 1, subject: `Number ${index + 1}` }),
  );
  expect((await take({ letters: [aDraft(), aDraft({ id: 2 })], emails })).result.counts).toMatchObject({
    letter: count(1, 0, 1),
    email: count(ARCHIVE_LIMITS.sentEmails, 0, 5),
  });
  expect((await sentOf())[0].subject).toBe(`Number ${emails.length}`);
});

test("imports an older archive without lists of emails", async () => {
  expect((await take({})).result.counts).toMatchObject({ letter: count(0), email: count(0) });
});
