import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { inTransaction } from "../../platform/database/index.ts";
import { ageProof, inputErrors, mailsTo, modelOf, type TestUser, upgrade } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const admin = testUser(site, { admin: true });

let count = 0;
let to: string;
beforeEach(() => {
  count += 1;
  to = `reader${count}@example.org`;
});

const MAIL = "/api/admin/marketing/email";
const news = { subject: "News for you", body: "A body that is long enough.", template: "newsletter" };
const send = (more: Record<string, unknown> = {}) => admin.call("POST", MAIL, { to, ...news, ...more });
const sentTo = (address: string) => mailsTo(site, address, "marketing");
const wayOut = async (address: string) =>
  new URL(/<(.*)>/.exec((await sentTo(address)).at(-1)?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "x:")
    .pathname;
const campaigns = async () => (await admin.call("GET", "/api/admin/marketing/campaigns")).body;

describe("a marketing email", () => {
  test("is sent to one recipient with an unsubscribe link in the headers and the text", async () => {
    const response = await send({ ctaLabel: "Read", ctaUrl: "https://shop.example/a?b=c&d" });
    expect([response.status, response.body]).toEqual([202, { queued: 1 }]);
    const [mail, ...more] = await sentTo(to);
    expect(more).toEqual([]);
    const headers = mail?.headers ?? {};
    expect(headers["List-Unsubscribe"]).toMatch(/^<http:\/\/localhost:3000\/unsubscribe\/[\w.%-]{80,}>$/);
    expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect(JSON.parse(mail?.html ?? "")).toEqual({
      mail: "marketing",
      ...news,
      cta: { label: "Read", url: "https://shop.example/a?b=c&d" },
      links: { main: headers["List-Unsubscribe"]?.slice(1, -1) },
    });
  });

  test("has the text around it in the language of the recipient's console", async () => {
    const user = await site.signUp();
    await user.call("POST", "/api/account/language", { language: "de" });
    await send({ to: [user.email, to] });
    const languages = [...(await sentTo(user.email)), ...(await sentTo(to))].map(
      ({ html }) => JSON.parse(html).language,
    );
    expect(languages).toEqual(["de", undefined]);
  });

  test("requires recent authentication for several recipients, but not for one", async () => {
    const REFUSED = { status: 403, body: { code: "account.confirm" } };
    await ageProof(site, admin);
    expect(await send({ to: [to, `other-${to}`] })).toMatchObject(REFUSED);
    expect(await send({ to: undefined, audience: "all" })).toMatchObject(REFUSED);
    expect((await send({ to: [to] })).body).toEqual({ queued: 1 });
    expect((await admin.call("POST", "/api/account/confirm", { password: admin.password })).status).toBe(204);
    expect((await send({ to: [to, `other-${to}`] })).body).toEqual({ queued: 2 });
  });

  test("requires recent authentication after five emails to single recipients", async () => {
    const limited = await openSite({ databaseUrl: site.databaseUrl, limits: "database" });
    await ageProof(site, admin);
    const sendTo = (index: number) =>
      limited.call("POST", MAIL, { to: `${index}-${to}`, ...news }, { cookie: admin.cookie });
    const statuses: number[] = [];
    for (let index = 0; index < 6; index++) statuses.push((await sendTo(index)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 403]);
    expect((await admin.call("POST", "/api/account/confirm", { password: admin.password })).status).toBe(204);
    expect((await sendTo(6)).status).toBe(202);
  });

  test("is sent once to each email of a list, ignoring case and repetitions", async () => {
    const other = `other-${to}`;
    expect((await send({ to: [to, other, to.toUpperCase(), ` ${other} `] })).body).toEqual({ queued: 2 });
    expect([(await sentTo(to)).length, (await sentTo(other)).length]).toEqual([1, 1]);
  });

  test("is sent once when it is submitted twice", async () => {
    const responses = await Promise.all([send(), send(), send()]);
    expect(responses.map(({ status, body }) => [status, body.queued])).toEqual(Array(3).fill([202, 1]));
    expect(await sentTo(to)).toHaveLength(1);
    await send({ subject: "Other news" });
    expect(await sentTo(to)).toHaveLength(2);
  });

  test("is listed with the result for each recipient", async () => {
    const before = (await campaigns()).total;
    await send({ to: [to, `b-${to}`] });
    await site.settled();
    const { campaigns: listed, total, pageSize } = await campaigns();
    expect([total, pageSize]).toEqual([before + 1, 25]);
    expect(listed[0]).toEqual({
      id: expect.any(Number),
      subject: "News for you",
      template: "newsletter",
      audience: null,
      created_at: expect.stringMatching(/Z$/),
      total: 2,
      queued: 0,
      sent: 2,
      failed: 0,
      skipped: 0,
    });
    const path = `/api/admin/marketing/campaigns/${listed[0].id}`;
    const { campaign, recipients, ...paged } = (await admin.call("GET", path)).body;
    expect(campaign).toEqual(listed[0]);
    expect(paged).toEqual({ total: 2, page: 1, pageSize: 25 });
    const settled = { state: "sent", reason: null, settled_at: expect.stringMatching(/Z$/) };
    expect(recipients).toEqual([
      { id: expect.any(Number), address: to, ...settled },
      { id: expect.any(Number), address: `b-${to}`, ...settled },
    ]);
    expect((await admin.call("GET", `${path}?state=failed`)).body).toMatchObject({
      total: 0,
      recipients: [],
    });
    expect((await admin.call("GET", "/api/admin/marketing/campaigns/999999")).status).toBe(404);
  });
});

describe("an invalid marketing email", () => {
  const wrong: [string, Record<string, unknown>][] = [
    ["no recipient", { to: undefined }],
    ["an empty recipient", { to: "" }],
    ["an empty list", { to: [] }],
    ["a line break in the address", { to: "a@example.org\r\nBcc: b@example.org" }],
    ["a header after the address", { to: "a@example.org%0d%0aBcc:b@example.org" }],
    ["two addresses with a comma", { to: "a@example.org,b@example.org" }],
    ["two addresses with a semicolon", { to: "a@example.org;b@example.org" }],
    ["a group", { to: "friends: a@example.org, b@example.org;" }],
    ["a quoted local part", { to: '"a b"@example.org' }],
    ["a quoted comma", { to: '"a,b@evil.example"@example.org' }],
    ["two at signs", { to: "a@b@example.org" }],
    ["a name before the address", { to: "Anna <a@example.org>" }],
    ["a comment", { to: "a(b)@example.org" }],
    ["a bad address in a list", { to: ["a@example.org", "b@example.org,c@example.org"] }],
    ["more than 5000 addresses", { to: Array.from({ length: 5001 }, (_, n) => `a${n}@example.org`) }],
    ["a number", { to: 7 }],
    ["an unknown audience", { to: undefined, audience: "everybody" }],
    ["addresses and an audience", { audience: "all" }],
    ["a line break in the subject", { subject: "News\r\nBcc: b@example.org" }],
    ["a short subject", { subject: "ab" }],
    ["a short body", { body: "too short" }],
    ["an unknown template", { template: "spam" }],
    ["a label alone", { ctaLabel: "Read" }],
    ["a link alone", { ctaUrl: "https://a.example" }],
    ["a link that is a script", { ctaLabel: "Read", ctaUrl: "javascript:alert(1)" }],
    ["a line break in the label", { ctaLabel: "Read\r\nBcc: x", ctaUrl: "https://a.example" }],
    ["NUL", { body: "A body that is long enough.\u0000" }],
  ];
  test.for(wrong)("is rejected for %s", async ([, given]) => {
    const before = (await site.sentMails()).length;
    const total = (await campaigns()).total;
    const response = await send(given);
    expect(response.status, response.text).toBe(400);
    expect(response.body.error).not.toMatch(/^(Invalid|Expected|Too)/);
    expect((await site.sentMails()).length).toBe(before);
    expect((await campaigns()).total).toBe(total);
  });

  test("is rejected with all errors at once", async () => {
    expect((await admin.call("POST", MAIL, { subject: "ab", body: "x", ctaLabel: "Read" })).body).toEqual({
      ...inputErrors({
        to: ["marketing.to", "Enter 1 to 5000 valid email addresses."],
        subject: ["fields.too_short", "Subject must be at least 3 characters."],
        body: ["fields.too_short", "Body must be at least 10 characters."],
        template: ["marketing_templates.template", "Choose a template."],
      }),
      error: "Subject must be at least 3 characters.",
    });
    expect((await send({ ctaLabel: "Read" })).body.details.fieldErrors).toEqual({
      ctaLabel: ["Add both fields for the CTA button or clear them to hide it"],
    });
  });
});

describe("an audience", () => {
  const verify = (user: TestUser) =>
    site.sql`update users set email_verified_at = now() where id = ${user.creator.user_id}`;
  const size = async (audience: string) =>
    (await admin.call("GET", `/api/admin/marketing/audience?audience=${audience}`)).body.count;

  test("consists of the users with a page and a verified email, or of such users on one plan", async () => {
    const [free, paying, unverified] = [await site.signUp(), await site.signUp(), await site.signUp()];
    await verify(free);
    await verify(paying);
    await upgrade(site, paying);
    expect([await size("all"), await size("free"), await size("creator")]).toEqual([2, 1, 1]);
    const response = await send({ to: undefined, audience: "creator", subject: "For the Creator plan" });
    expect(response.body).toEqual({ queued: 1 });
    expect([(await sentTo(paying.email)).length, (await sentTo(free.email)).length]).toEqual([1, 0]);
    expect((await send({ to: undefined, audience: "all" })).body).toEqual({ queued: 2 });
    expect(await sentTo(unverified.email)).toEqual([]);
    expect((await campaigns()).campaigns[0].audience).toBe("all");
  });

  test("is expanded by jobs if it has thousands, with one email to each recipient", async () => {
    const before = await size("all");
    await site.query(
      `with people as (insert into users (email, email_verified_at)
         select 'crowd' || n || '@example.org', now() from generate_series(1, 1100) n returning id, email)
       insert into creators (user_id, handle, display_name)
       select id, split_part(email, '@', 1), 'One of many' from people`,
    );
    await send({ to: "crowd7@example.org", subject: "To one of them" });
    await site.call("POST", await wayOut("crowd7@example.org"));
    expect(await size("all")).toBe(before + 1099);
    const response = await send({ to: undefined, audience: "all", subject: "For thousands" });
    expect(response.body).toEqual({ queued: before + 1099 });
    await site.settled();
    const [campaign] = (await campaigns()).campaigns;
    expect(campaign).toMatchObject({ total: before + 1099, sent: before + 1099, queued: 0, skipped: 0 });
    const repeat = { name: "marketing.fill", data: { campaignId: campaign.id, after: null } };
    await inTransaction(site.db, (tx) => site.jobs.enqueue(tx, repeat));
    await site.settled();
    const mails = (await site.sentMails()).filter(({ html }) => html?.includes("For thousands"));
    expect(mails).toHaveLength(before + 1099);
    expect(new Set(mails.map((mail) => mail.to)).size).toBe(mails.length);
  });

  test("counts as pending until it is expanded", async () => {
    const [{ id }] = await site.query(
      `insert into campaigns (created_by, subject, body, template, audience, awaited, fingerprint)
       values (gen_random_uuid(), 'Soon', 'A body that is long enough.', 'newsletter', 'creator', 700, '') returning id`,
    );
    const path = `/api/admin/marketing/campaigns/${id}`;
    expect((await admin.call("GET", path)).body).toMatchObject({
      campaign: { total: 700, queued: 700, sent: 0 },
      recipients: [],
      total: 0,
    });
    await inTransaction(site.db, (tx) =>
      site.jobs.enqueue(tx, { name: "marketing.fill", data: { campaignId: Number(id), after: null } }),
    );
    await site.settled();
    const found = await size("creator");
    expect((await admin.call("GET", path)).body.campaign).toMatchObject({
      total: found,
      sent: found,
      queued: 0,
    });
  });
});

describe("the unsubscribe link", () => {
  test("changes nothing on GET and HEAD, but asks for confirmation", async () => {
    await send();
    const path = await wayOut(to);
    const page = await site.call("GET", path);
    expect([page.status, modelOf(page.text)]).toEqual([
      200,
      {
        page: "unsubscribe",
        state: "asks",
        creator: null,
        token: decodeURIComponent(path.split("/")[2] ?? ""),
      },
    ]);
    await site.call("HEAD", path);
    expect((await send({ subject: "Second" })).body).toEqual({ queued: 1 });
  });

  test.for([
    [
      "a user's browser",
      "List-Unsubscribe=One-Click",
      { "content-type": "application/x-www-form-urlencoded", origin: PUBLIC_URL },
    ],
    [
      "a mail program of another site",
      "List-Unsubscribe=One-Click",
      {
        "content-type": "application/x-www-form-urlencoded",
        origin: "https://mail.example",
        "sec-fetch-site": "cross-site",
      },
    ],
    [
      "a mail program as RFC 8058 shows it",
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      { "content-type": "multipart/form-data; boundary=x" },
    ],
    ["a mail program that sends nothing", undefined, {}],
  ] as const)("accepts one POST of %s without a session", async ([, body, headers]) => {
    await send();
    const response = await site.call("POST", await wayOut(to), body, headers as Record<string, string>);
    expect([response.status, modelOf(response.text).state]).toEqual([200, "done"]);
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect((await send({ subject: "Second" })).body).toEqual({ queued: 0 });
    expect((await send({ to: [to.toUpperCase(), `b-${to}`], subject: "Third" })).body).toEqual({ queued: 1 });
    expect(await sentTo(to)).toHaveLength(1);
  });

  test("can be used twice and stores no email", async () => {
    await send();
    const path = await wayOut(to);
    for (let count = 0; count < 2; count++) expect((await site.call("POST", path)).status).toBe(200);
    const hash = createHash("sha256").update(to).digest("hex");
    const kept = await site.query("select encode(address_hash, 'hex') as hash from suppressed_addresses");
    expect(kept.filter((row: { hash: string }) => row.hash === hash)).toHaveLength(1);
  });

  test.for(["x", "x.y", `${"A".repeat(43)}.${"B".repeat(43)}`, "%00", "..%2f..", "a.b.c"])(
    "returns an error to %s",
    async (token) => {
      const before = await site.query("select * from suppressed_addresses");
      for (const method of ["GET", "POST"] as const) {
        expect([302, 400, 404]).toContain((await site.call(method, `/unsubscribe/${token}`)).status);
      }
      expect(await site.query("select * from suppressed_addresses")).toEqual(before);
    },
  );

  test("is invalid for another email", async () => {
    await send({ to: [to, `b-${to}`] });
    const [a, b] = [await wayOut(to), await wayOut(`b-${to}`)];
    const mixed = `${a.split(".")[0]}.${b.split(".")[1]}`;
    expect((await site.call("POST", mixed)).status).toBe(404);
  });

  test("stays in effect if the user is deleted and registers again", async () => {
    const berta = await site.signUp();
    await send({ to: berta.email });
    await site.call("POST", await wayOut(berta.email));
    await admin.call("DELETE", `/api/admin/users/${berta.creator.user_id}`);
    await site.signUp({ email: berta.email });
    expect((await send({ to: berta.email, subject: "Second" })).body).toEqual({ queued: 0 });
  });
});

describe("while an email is queued", () => {
  /** Returns the number of queued emails without a job after `meanwhile` has run. */
  const waitingFor = async (address: string, meanwhile: () => Promise<unknown>) => {
    const [{ id }] = await site.query(
      `insert into campaigns (created_by, subject, body, template, fingerprint)
       values (gen_random_uuid(), 'Late news', 'A body that is long enough.', 'newsletter', '') returning id`,
    );
    await site.sql`insert into campaign_recipients (campaign_id, address, address_hash)
      values (${id}, ${address}, sha256(convert_to(${address}, 'UTF8')))`;
    await meanwhile();
    await inTransaction(site.db, (tx) =>
      site.jobs.enqueue(tx, {
        name: "marketing.spread",
        data: { campaignId: Number(id), after: 0, lane: "many" },
      }),
    );
    await site.settled();
    return (await admin.call("GET", `/api/admin/marketing/campaigns/${id}`)).body;
  };

  test("skips a user who has unsubscribed", async () => {
    await send();
    const path = await wayOut(to);
    const { campaign, recipients } = await waitingFor(to, () => site.call("POST", path));
    expect(campaign).toMatchObject({ queued: 0, sent: 0, skipped: 1 });
    expect(recipients[0]).toMatchObject({ state: "skipped", reason: "Unsubscribed." });
    expect(await sentTo(to)).toHaveLength(1);
  });

  test("skips a deleted user and erases the email", async () => {
    const berta = await site.signUp();
    const { recipients } = await waitingFor(berta.email, () =>
      admin.call("DELETE", `/api/admin/users/${berta.creator.user_id}`),
    );
    expect(recipients[0]).toMatchObject({
      address: null,
      state: "skipped",
      reason: "The account was deleted.",
    });
    expect(await sentTo(berta.email)).toEqual([]);
  });
});

describe("the preview", () => {
  const preview = (given: unknown) => admin.call("POST", "/api/admin/marketing/preview", given);

  test("equals the email to the administrator", async () => {
    const body = `<script>alert(1)</script> <a href="javascript:alert(1)"> {{x}} & "q"`;
    const mail = { ...news, body, ctaLabel: "<b>", ctaUrl: "https://a.example/" };
    const drawn = (await preview(mail)).body;
    expect((await send({ to: admin.email, ...mail })).body).toEqual({ queued: 1 });
    const sent = (await sentTo(admin.email)).at(-1);
    expect(drawn).toEqual({ subject: sent?.subject, html: sent?.html, text: sent?.text });
  });

  test("is rendered from an incomplete form", async () => {
    const response = await preview({ template: "announcement", ctaLabel: "Read", ctaUrl: "https:" });
    expect(JSON.parse(response.body.html)).toMatchObject({ subject: "", body: "", cta: null });
    expect(await preview({})).toMatchObject({ status: 400, body: { error: "Choose a template." } });
  });
});
