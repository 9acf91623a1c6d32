import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { READER_DECLARATION } from "../../../../contract/api/reader-imports.ts";
import { en } from "../../../../contract/rules/legal-texts/en.ts";
import {
  mailedLink,
  mailsTo,
  rejection,
  signUpAdmin,
  signUpVerified,
  submitForm,
  type TestUser,
} from "../../../testing/factories.ts";
import { openSite, testSite } from "../../../testing/test-site.ts";

const PATH = "/api/reader-imports";
const DAILY = 9;
const site = testSite({ settings: { creatorEmails: { free: DAILY, creator: 10 } } });

const upload = (user: TestUser, bytes: Buffer | string, name = "readers.csv") => {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from("\r\n--b--\r\n")]);
  return user.call("POST", `${PATH}/read-file`, body, { "content-type": "multipart/form-data; boundary=b" });
};
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}.csv`, import.meta.url));
const ghost = (...emails: string[]) =>
  ["email,subscribed_to_emails,created_at", ...emails.map((email) => `${email},true,2024-01-02`)].join("\n");
const readId = async (user: TestUser, csv: Buffer | string) =>
  (await upload(user, csv)).body.file.id as string;
const apply = (user: TestUser, id: string, declaration: string | null = null) =>
  user.call("POST", `${PATH}/${id}/apply`, { declaration });
const undo = (user: TestUser, id: string) => user.call("POST", `${PATH}/${id}/undo`);
const rowsOf = (user: TestUser) =>
  site.sql`select * from audience_members where creator_id = ${user.creator.id} order by email`;
const emailsOf = async (user: TestUser) => (await rowsOf(user)).map(({ email }) => email);
const ask = async () => {
  await site.runNow("audience.ask-imported");
  await site.settled();
};
const asked = (to: string) => mailsTo(site, to, "confirm-signup");
const join = (user: TestUser, email: string, source: string, confirmedAt: Date | null) =>
  site.sql`insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, confirmed_at)
    values (${user.creator.id}, ${email}, sha256(convert_to(${email}, 'UTF8')), ${source}, 'News', 'Yes.', ${confirmedAt})`;
const unsubscribe = (creatorId: number | null, email: string) =>
  creatorId === null
    ? site.sql`insert into suppressed_addresses (address_hash) values (sha256(convert_to(${email}, 'UTF8')))`
    : site.sql`insert into creator_suppressions (creator_id, address_hash) values (${creatorId}, sha256(convert_to(${email}, 'UTF8')))`;

test("previews a file by reasons and adds nobody", async () => {
  const anna = await signUpVerified(site);
  await join(anna, "emma@readers.example", "signup", new Date());
  await join(anna, "hidden@readers.example", "signup", null);
  await unsubscribe(anna.creator.id, "frida@readers.example");
  await unsubscribe(null, "never@readers.example");
  const extra = ["hidden", "never", "hidden", "new"]
    .map((name) => `${name}@readers.example,,2,2021-05-05 12:00:00,1,2021-05-05 12:03:00,1`)
    .join("\n");
  const { status, body } = await upload(anna, `${fixture("mailchimp")}${extra}\n@,,,,,\n`);
  expect(status).toBe(200);
  expect(body.file).toEqual({
    id: expect.any(String),
    ...{ source: "mailchimp", proven: 2, unproven: 1 },
    readers: [
      { email: "gerd@readers.example", subscribed_at: "2021-07-05T12:00:00.000Z", is_proven: false },
      // An unconfirmed signup is not revealed.
      { email: "hidden@readers.example", subscribed_at: "2021-05-05T12:00:00.000Z", is_proven: true },
      { email: "new@readers.example", subscribed_at: "2021-05-05T12:00:00.000Z", is_proven: true },
    ],
    left_out: [
      { reason: "unsubscribed_here", count: 2 },
      { reason: "present", count: 1 },
      { reason: "repeated", count: 1 },
      { reason: "invalid", count: 1 },
    ],
    invalid: [{ line: 9, text: "@" }],
  });
  expect(await emailsOf(anna)).toEqual(["emma@readers.example", "hidden@readers.example"]);
  expect((await anna.call("GET", PATH)).body).toEqual({ imports: [] });
  const applied = await apply(anna, body.file.id, READER_DECLARATION);
  expect(applied.body.import).toMatchObject({ confirmed: 1, asked: 1 });
  const members = await rowsOf(anna);
  expect(members.map(({ email, source, confirmed_at }) => [email, source, confirmed_at !== null])).toEqual([
    ["emma@readers.example", "signup", true],
    ["gerd@readers.example", "import", false],
    ["hidden@readers.example", "signup", false],
    ["new@readers.example", "import", true],
  ]);
});

test("confirms readers only with the proof of the source and the creator's declaration", async () => {
  const anna = await signUpVerified(site);
  const applied = await apply(anna, await readId(anna, fixture("mailchimp")), READER_DECLARATION);
  expect(applied).toMatchObject({ status: 200, body: { import: { confirmed: 1, asked: 2 } } });
  const [emma, frida] = await rowsOf(anna);
  expect(emma).toMatchObject({
    ...{ email: "emma@readers.example", source: "import", source_title: "Mailchimp" },
    consent_text: READER_DECLARATION,
    consented_at: new Date("2021-05-05T12:00:00Z"),
    confirmed_at: new Date("2021-05-05T12:03:00Z"),
  });
  expect(frida).toMatchObject({ consent_text: en.news.text, confirmed_at: null });
  expect((await anna.call("GET", "/api/audience?filter=import")).body.total).toBe(3);
  const berta = await signUpVerified(site);
  await apply(berta, await readId(berta, fixture("mailchimp")));
  expect((await rowsOf(berta)).map(({ confirmed_at }) => confirmed_at)).toEqual([null, null, null]);
  for (const declaration of [true, "Yes.", undefined, `${READER_DECLARATION} `])
    expect(
      (await berta.call("POST", `${PATH}/${applied.body.import.id}/apply`, { declaration })).status,
    ).toBe(400);
});

test("asks each reader once, within the half of the daily limit that questions have", async () => {
  const anna = await signUpVerified(site);
  const emails = Array.from({ length: 7 }, (_, at) => `asked${at}@readers.example`);
  await apply(anna, await readId(anna, ghost(...emails)));
  const askedEmails = async () => {
    const mails = await Promise.all(emails.map(asked));
    return emails.filter((_, at) => mails[at]?.length === 1);
  };
  expect(await askedEmails()).toEqual([]);
  await ask();
  await ask();
  const first = await askedEmails();
  expect(first).toHaveLength(5);
  expect((await anna.call("GET", "/api/audience/sending")).body.recipients_left).toBe(DAILY - 5);
  await site.sql`update audience_members set mailed_at = mailed_at - interval '25 hours' where creator_id = ${anna.creator.id}`;
  await ask();
  expect(await askedEmails()).toEqual(emails);

  const [reader = ""] = first;
  await submitForm(site, (await mailedLink(site, reader, "confirm-signup")).path, {});
  expect((await anna.call("GET", `/api/audience?search=${reader}`)).body.members).toMatchObject([
    { source: "import", source_title: "Ghost", confirmed_at: expect.any(String) },
  ]);
  await site.sql`update audience_members set mailed_at = now() - interval '8 days', consented_at = now() - interval '30 days'
    where creator_id = ${anna.creator.id}`;
  await site.runMaintenance();
  expect(await emailsOf(anna)).toEqual([reader]);
});

test("asks at most 20 readers of a creator in one run", async () => {
  const large = await openSite({ settings: { creatorEmails: { free: 100, creator: 100 } } });
  const anna = await signUpVerified(large);
  const emails = Array.from({ length: 25 }, (_, at) => `run${at}@readers.example`);
  await apply(anna, await readId(anna, ghost(...emails)));
  const counts: number[] = [];
  for (let run = 0; run < 3; run++) {
    await large.runNow("audience.ask-imported");
    await large.settled();
    const mails = await Promise.all(emails.map((email) => mailsTo(large, email, "confirm-signup")));
    counts.push(mails.flat().length);
  }
  expect(counts).toEqual([20, 25, 25]);
});

test("keeps readers who wait for their question longer than a signup, and asks nobody who left", async () => {
  const anna = await signUpVerified(site);
  await apply(anna, await readId(anna, ghost("wait@readers.example", "leaves@readers.example")));
  await unsubscribe(anna.creator.id, "leaves@readers.example");
  await site.sql`update audience_members set consented_at = now() - interval '50 days' where creator_id = ${anna.creator.id}`;
  await site.runMaintenance();
  expect(await rowsOf(anna)).toHaveLength(2);
  await ask();
  expect(await asked("leaves@readers.example")).toEqual([]);
  expect(await asked("wait@readers.example")).toHaveLength(1);
  await site.sql`update audience_members set mailed_at = null, consented_at = now() - interval '68 days' where creator_id = ${anna.creator.id}`;
  await site.runMaintenance();
  expect(await rowsOf(anna)).toEqual([]);
});

test("adds readers once, however often and in how many tabs it is applied", async () => {
  const anna = await signUpVerified(site);
  const id = await readId(anna, fixture("substack"));
  const results = await Promise.all([apply(anna, id), apply(anna, id), apply(anna, id)]);
  for (const { status, body } of results) {
    expect(status).toBe(200);
    expect(body).toEqual(results[0]?.body);
  }
  expect(await emailsOf(anna)).toEqual(["carla@readers.example", "dora@readers.example"]);
  expect((await anna.call("GET", PATH)).body.imports).toHaveLength(1);
  const again = await apply(anna, await readId(anna, fixture("substack")));
  expect(again.body.import).toMatchObject({ confirmed: 0, asked: 0 });
});

test("undoes only the readers that are unchanged, for a day", async () => {
  const anna = await signUpVerified(site);
  const names = ["asked", "bought", "confirms", "deleted", "new"].map((name) => `${name}@undo.example`);
  const csv = `${fixture("buttondown")}${names.map((email) => `1,${email},,2024-01-01T00:00:00Z,unactivated`).join("\n")}\n`;
  const { id } = (await apply(anna, await readId(anna, csv), READER_DECLARATION)).body.import;
  await site.sql`update audience_members set mails_sent = 1, mailed_at = now() where email = 'asked@undo.example'`;
  await site.sql`update audience_members set source = 'order' where email = 'bought@undo.example'`;
  await site.sql`update audience_members set confirmed_at = now() where email = 'confirms@undo.example'`;
  await site.sql`delete from audience_members where email = 'deleted@undo.example'`;
  expect((await undo(anna, id)).body).toEqual({ removed: 4, kept: 3 });
  expect(await emailsOf(anna)).toEqual([
    "asked@undo.example",
    "bought@undo.example",
    "confirms@undo.example",
  ]);
  expect(await undo(anna, id)).toMatchObject(rejection(409, "page_imports.too_late"));

  const late = (await apply(anna, await readId(anna, ghost("late@undo.example")))).body.import.id;
  await site.sql`update page_imports set applied_at = now() - interval '25 hours' where id = ${late}`;
  expect(await undo(anna, late)).toMatchObject(rejection(409, "page_imports.too_late"));
});

test("keeps files and imports to their creator, and only the last file", async () => {
  const anna = await signUpVerified(site);
  const berta = await signUpVerified(site);
  const first = await readId(anna, ghost("first@readers.example"));
  const id = await readId(anna, ghost("second@readers.example"));
  expect(await apply(berta, id)).toMatchObject(rejection(404, "reader_imports.gone"));
  expect(await apply(anna, first)).toMatchObject(rejection(404, "reader_imports.gone"));
  expect((await apply(anna, id)).status).toBe(200);
  expect(await undo(berta, id)).toMatchObject(rejection(404, "not_found"));
  expect((await berta.call("GET", PATH)).body.imports).toEqual([]);
  // Imports of pages are another kind.
  expect((await anna.call("POST", `/api/page-imports/${id}/undo`)).status).toBe(404);
  expect((await anna.call("GET", "/api/page-imports")).body).toEqual({ imports: [], waiting: null });
});

test("adds nobody for creators who may not send emails", async () => {
  const carl = await site.signUp({ handle: "carl" });
  const unverified = await apply(carl, await readId(carl, ghost("a@readers.example")));
  expect(unverified).toMatchObject(rejection(409, "audience.unverified"));
  const dora = await signUpVerified(site);
  const id = await readId(dora, ghost("stopped@readers.example"));
  await apply(dora, id);
  await site.sql`update creators set sending_stopped = true where id = ${dora.creator.id}`;
  await ask();
  expect(await asked("stopped@readers.example")).toEqual([]);
  expect(await emailsOf(carl)).toEqual([]);
});

test("reads UTF-16 and byte order marks, and rejects files that are no list", async () => {
  const anna = await signUpVerified(site);
  const tabs = ghost("wide@readers.example").replaceAll(",", "\t");
  for (const bytes of [Buffer.from(`\uFEFF${tabs}`, "utf16le"), Buffer.from(`\uFEFF${tabs}`)])
    expect((await upload(anna, bytes)).body.file).toMatchObject({
      unproven: 1,
      readers: [{ email: "wide@readers.example" }],
    });
  const latin = Buffer.from(ghost("\xfcber@readers.example"), "latin1");
  expect((await upload(anna, latin)).body.file).toMatchObject({ unproven: 0, invalid: [{ line: 2 }] });
  for (const [bytes, code] of [
    ["", "reader_imports.unreadable"],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), "reader_imports.unreadable"],
    [ghost(), "reader_imports.empty"],
    [ghost(...Array.from({ length: 5001 }, (_, at) => `r${at}@b.example`)), "reader_imports.too_many"],
  ] as const)
    expect(await upload(anna, bytes)).toMatchObject(rejection(422, code));
  expect(await upload(anna, Buffer.alloc(5 * 1024 * 1024 + 1, "a"))).toMatchObject({ status: 413 });
  expect(await upload(anna, fixture("mailchimp"), "cleaned_1.csv")).toMatchObject(
    rejection(422, "reader_imports.left"),
  );
});

test("adds as many readers as a file can have in one step", async () => {
  const anna = await signUpVerified(site);
  const emails = Array.from({ length: 5000 }, (_, at) => `many${at}@b.example`);
  const { id } = (await apply(anna, await readId(anna, ghost(...emails)))).body.import;
  expect(await rowsOf(anna)).toHaveLength(5000);
  expect((await undo(anna, id)).body).toEqual({ removed: 5000, kept: 0 });
});

test("deletes files that were not applied after a day, or with a user whose email they have", async () => {
  const anna = await signUpVerified(site);
  const waiting = async () =>
    (await site.sql`select id from page_imports where creator_id = ${anna.creator.id}`).length;
  await readId(anna, ghost("a@readers.example"));
  await site.sql`update page_imports set created_at = now() - interval '25 hours' where creator_id = ${anna.creator.id}`;
  await site.runMaintenance();
  expect(await waiting()).toBe(0);
  const admin = await signUpAdmin(site);
  const gone = await signUpVerified(site, { email: "gone-user@example.org" });
  await readId(anna, ghost("Gone-User@example.org"));
  expect(await waiting()).toBe(1);
  await admin.call("DELETE", `/api/admin/users/${gone.creator.user_id}`);
  expect(await waiting()).toBe(0);
});
