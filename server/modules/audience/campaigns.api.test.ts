import { beforeEach, describe, expect, test } from "vitest";
import { en } from "../../../contract/rules/legal-texts/en.ts";
import { CREATOR_EMAILS_PER_DAY } from "../../../contract/rules/limits.ts";
import { inTransaction } from "../../platform/database/index.ts";
import {
  addProduct,
  addTile,
  mailedLink,
  mailsTo,
  modelOf,
  payFree,
  signUpAdmin,
  signUpVerified,
  type TestUser,
  upgrade,
} from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const CAMPAIGNS = "/api/audience/campaigns";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const news = { subject: "Two new glazes", body: "Both are food safe.\n\nSee you on Friday." };

const site = testSite({ settings: { creatorEmails: { free: 3, creator: 10 } } });
const other = testSite(() => ({
  databaseUrl: site.databaseUrl,
  settings: { creatorEmails: { free: 3, creator: 10 } },
}));
let anna: TestUser;
const admin = prepare(() => signUpAdmin(site));

let count = 0;
beforeEach(async () => {
  count += 1;
  anna = await signUpVerified(site, { displayName: "Anna https://evil.example" });
});

const reader = (name = "reader") => `${name}${count}@example.org`;
const send = (more: object = {}, user = anna) => user.call("POST", CAMPAIGNS, { ...news, ...more });
const newsTo = (to: string, node = site) => mailsTo(node, to, "creator-news");
const sending = async (user = anna) => (await user.call("GET", "/api/audience/sending")).body;
const emails = async (user = anna) =>
  (await user.call("GET", "/api/audience")).body.members.map(({ email }: { email: string }) => email);
/** Inserts a confirmed member of an audience. */
const join = (email: string, user = anna, confirmedAt: string | null = new Date().toISOString()) =>
  site.sql`insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, confirmed_at)
     values (${user.creator.id}, ${email}, sha256(convert_to(${email}, 'UTF8')), 'signup', 'News', 'Yes.', ${confirmedAt})`;
const wayOut = async (to: string) =>
  new URL(/<(.*)>/.exec((await newsTo(to)).at(-1)?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "x:")
    .pathname;

describe("an email to the audience", () => {
  test("is sent to all confirmed members of this audience and to nobody else", async () => {
    const berta = await signUpVerified(site);
    await join(reader("a"));
    await join(reader("b"));
    await join(reader("pending"), anna, null);
    await join(reader("bertas"), berta);
    const response = await send({ ctaLabel: "Shop", ctaUrl: "https://shop.example/?a=b&c" });
    expect([response.status, response.body]).toEqual([202, { queued: 2 }]);
    for (const to of [reader("a"), reader("b")]) {
      const [mail, ...more] = await newsTo(to);
      expect(more).toEqual([]);
      expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
      const { archive, counted, ...model } = JSON.parse(mail?.html ?? "");
      expect(counted).toEqual({ "https://shop.example/?a=b&c": `${archive}/to/1` });
      expect(model).toEqual({
        mail: "creator-news",
        language: "en",
        contact: null,
        image: null,
        creator: "Anna https://evil.example",
        ...news,
        cta: { label: "Shop", url: "https://shop.example/?a=b&c" },
        links: { main: mail?.headers?.["List-Unsubscribe"]?.slice(1, -1) },
      });
    }
    for (const name of ["pending", "bertas"]) expect(await newsTo(reader(name))).toEqual([]);
    expect((await anna.call("GET", CAMPAIGNS)).body).toMatchObject({
      total: 1,
      campaigns: [{ subject: news.subject, total: 2, sent: 2, queued: 0 }],
    });
    expect((await berta.call("GET", CAMPAIGNS)).body.campaigns).toEqual([]);
    expect((await admin.call("GET", "/api/admin/marketing/campaigns")).body.campaigns).toEqual([]);
  });

  test("is sent once when it is submitted twice, on any node", async () => {
    await join(reader());
    const cookie = { cookie: anna.cookie };
    const responses = await Promise.all(
      [site, other, site, other].map((node) => node.call("POST", CAMPAIGNS, news, cookie)),
    );
    expect(responses.map(({ status, body }) => [status, body.queued])).toEqual(Array(4).fill([202, 1]));
    await Promise.all([site.settled(), other.settled()]);
    expect([...(await newsTo(reader())), ...(await newsTo(reader(), other))]).toHaveLength(1);
  });

  test("equals its preview and test email", async () => {
    const preview = (await anna.call("POST", `${CAMPAIGNS}/preview`, news)).body;
    expect((await anna.call("POST", `${CAMPAIGNS}/test`, news)).status).toBe(202);
    const [mail] = await newsTo(anna.email);
    expect(mail).toMatchObject({ html: preview.html, text: preview.text });
    expect((await anna.call("GET", CAMPAIGNS)).body.campaigns).toEqual([]);
    expect((await anna.call("POST", `${CAMPAIGNS}/preview`, {})).status).toBe(200);
  });

  test("requires a subject on one line, a body, and both or neither of button text and URL", async () => {
    await join(reader());
    for (const [wrong, field] of [
      [{ subject: "Hi" }, "subject"],
      [{ subject: "Two\r\nBcc: all@example.org" }, "subject"],
      [{ subject: "s".repeat(201) }, "subject"],
      [{ body: "short" }, "body"],
      [{ ctaLabel: "Shop" }, "ctaLabel"],
      [{ ctaLabel: "Shop", ctaUrl: "javascript:alert(1)" }, "ctaUrl"],
    ] as const) {
      const response = await send(wrong);
      expect([response.status, Object.keys(response.body.details.fieldErrors)]).toEqual([400, [field]]);
    }
    expect(await newsTo(reader())).toEqual([]);
  });
});

describe("the limits of emails to an audience", () => {
  test("cap recipients and emails per day, even for concurrent requests", async () => {
    await join(reader("a"));
    await join(reader("b"));
    expect(await sending()).toMatchObject({
      recipients: 2,
      blocked: null,
      daily_recipients: 3,
      recipients_left: 3,
      emails_left: CREATOR_EMAILS_PER_DAY,
    });
    const cookie = { cookie: anna.cookie };
    const responses = await Promise.all(
      [site, other, site].map((node, index) =>
        node.call("POST", CAMPAIGNS, { ...news, subject: `News ${index}` }, cookie),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "audience.daily_recipients",
      error: "Your emails can reach 3 people within 24 hours (1 left), and your audience has 2.",
    });
    await site.sql`update campaigns set created_at = now() - interval '25 hours'
      where creator_id = ${anna.creator.id}`;
    expect((await sending()).recipients_left).toBe(3);
    await upgrade(site, anna);
    for (let index = 0; index < CREATOR_EMAILS_PER_DAY; index++)
      expect((await send({ subject: `More news ${index}` })).status).toBe(202);
    expect((await send({ subject: "One too many" })).body.code).toBe("audience.daily_emails");
  });

  test("reject creators who are unverified, without members or stopped from sending", async () => {
    expect((await send()).body.code).toBe("audience.empty");
    await join(reader());
    await site.sql`update users set email_verified_at = null where id = ${anna.creator.user_id}`;
    expect((await sending()).blocked).toBe("unverified");
    for (const path of ["", "/test"])
      expect((await anna.call("POST", CAMPAIGNS + path, news)).body.code).toBe("audience.unverified");
    await site.sql`update users set email_verified_at = now() where id = ${anna.creator.user_id}`;

    const user = `/api/admin/users/${anna.creator.user_id}`;
    const stopped = await admin.call("PATCH", user, { sendingStopped: true });
    expect(stopped.body.user.sending_stopped).toBe(true);
    expect((await send()).body.code).toBe("audience.stopped");
    const form = { tileId: (await addTile(anna, { type: "signup", title: "News" })).id };
    expect((await site.call("POST", "/api/public/signups/form", form)).body.code).toBe("audience.closed");
    await admin.call("PATCH", user, { sendingStopped: false });
    expect((await send()).status).toBe(202);
    const log = (await admin.call("GET", "/api/admin/audit")).body.entries.slice(0, 2);
    expect(log.map((entry: object) => ({ ...entry, subject: undefined }))).toMatchObject([
      { action: "user.sending_changed", after: { sending_stopped: false } },
      {
        action: "user.sending_changed",
        before: { sending_stopped: false },
        after: { sending_stopped: true },
      },
    ]);
    expect((await anna.call("PATCH", user, { sendingStopped: false })).status).toBe(403);
  });

  test("name the creator instead of the product on the Creator plan", async () => {
    await join(reader());
    await upgrade(site, anna);
    await send();
    const brand = { handle: anna.handle, display_name: "Anna https://evil.example" };
    expect(JSON.parse((await newsTo(reader()))[0]?.html ?? "{}")).toMatchObject({ brand });
    expect(modelOf((await site.call("GET", await wayOut(reader()))).text)).toMatchObject({ brand });
  });

  test("exclude readers who confirm after the recipients were counted", async () => {
    await join(reader("a"));
    await join(reader("b"));
    const [{ id }] = await site.sql`insert into campaigns (created_by, creator_id, subject, body, fingerprint,
      recipient_count, awaited) values (${anna.creator.user_id}, ${anna.creator.id}, 's', 'b', 'f', 1, 1) returning id`;
    await inTransaction(site.db, (tx) =>
      site.jobs.enqueue(tx, { name: "marketing.fill", data: { campaignId: Number(id), after: null } }),
    );
    await site.settled();
    expect([...(await newsTo(reader("a"))), ...(await newsTo(reader("b")))]).toHaveLength(1);
  });

  test("stop queued emails when an administrator stops the creator", async () => {
    await join(reader());
    const insert = await site.sql`insert into campaigns (created_by, creator_id, subject, body, fingerprint)
      values (${anna.creator.user_id}, ${anna.creator.id}, 's', 'b', 'f') returning id`;
    const [recipient] = await site.sql`insert into campaign_recipients (campaign_id, address, address_hash)
      values (${insert[0].id}, ${reader()}, sha256(convert_to(${reader()}, 'UTF8'))) returning id`;
    await site.sql`update creators set sending_stopped = true where id = ${anna.creator.id}`;
    await inTransaction(site.db, (tx) =>
      site.jobs.enqueue(tx, { name: "marketing.send", data: { recipientId: Number(recipient.id) } }),
    );
    expect(await newsTo(reader())).toEqual([]);
    expect(await site.sql`select state from campaign_recipients where id = ${recipient.id}`).toEqual([
      { state: "skipped" },
    ]);
  });
});

describe("unsubscribing", () => {
  test("takes one request, affects one audience and is permanent", async () => {
    const berta = await signUpVerified(site);
    await join(reader());
    await join(reader(), berta);
    await send();
    const link = await wayOut(reader());
    expect(modelOf((await site.call("GET", link)).text)).toMatchObject({
      state: "asks",
      creator: "Anna https://evil.example",
    });
    expect(await emails()).toEqual([reader()]);
    const oneClick = await site.call("POST", link, "List-Unsubscribe=One-Click", FORM);
    expect(modelOf(oneClick.text)).toMatchObject({ state: "done" });
    expect((await site.call("POST", link, "", FORM)).status).toBe(200);
    expect(await emails()).toEqual([]);
    expect(await emails(berta)).toEqual([reader()]);
    // A purchase with consent does not add the email again.
    const product = await addProduct(anna, { type: "tip", name: "Thanks", priceCents: 0 });
    const tile = await addTile(anna, { type: "tip", title: "Thanks", productId: product.id });
    await payFree(site, tile.id, { email: reader(), marketingConsent: true });
    expect(await emails()).toEqual([]);
    expect(await mailsTo(site, reader(), "confirm-signup")).toEqual([]);
  });

  test("prevents the sending of an email that is already queued", async () => {
    await join(reader());
    await send();
    await site.call("POST", await wayOut(reader()), "", FORM);
    // Simulates a race: the email is in the audience although it is unsubscribed.
    await join(reader());
    expect((await sending()).recipients).toBe(0);
    expect((await send({ subject: "Again" })).body.code).toBe("audience.empty");
  });

  test("does nothing with an invalid token", async () => {
    await join(reader());
    await send();
    const [name, , signature] = (await wayOut(reader())).replace("/unsubscribe/", "").split(".");
    for (const token of [`${name}.${signature}`, `${name}.1.${signature}`, `${name}.x.${signature}`, "x.1.y"])
      for (const method of ["GET", "POST"] as const)
        expect((await site.call(method, `/unsubscribe/${token}`, undefined, FORM)).status, token).toBe(404);
    expect(await emails()).toEqual([reader()]);
  });

  test("succeeds after the creator was deleted", async () => {
    await join(reader());
    await send();
    const link = await wayOut(reader());
    await admin.call("DELETE", `/api/admin/users/${anna.creator.user_id}`);
    expect((await site.call("POST", link, "", FORM)).status).toBe(200);
    for (const table of ["audience_members", "campaigns", "creator_suppressions"])
      expect(
        await site.query(`select 1 from ${table} where creator_id = $1`, [anna.creator.id]),
        table,
      ).toEqual([]);
  });
});

test("erases a reader from sent emails when the reader is deleted from the audience", async () => {
  await join(reader());
  await send();
  await site.settled();
  const [member] = (await anna.call("GET", "/api/audience")).body.members;
  await anna.call("DELETE", `/api/audience/${member.id}`);
  expect(await site.sql`select 1 from campaign_recipients where address = ${reader()}`).toEqual([]);
  expect((await send({ subject: "Other news" })).body.code).toBe("audience.empty");
});

describe("a buyer who consents to news", () => {
  test("receives news after a free order once the email is confirmed", async () => {
    const product = await addProduct(anna, { type: "tip", name: "Thanks", priceCents: 0 });
    const tile = await addTile(anna, { type: "tip", title: "Thank me", productId: product.id });
    await payFree(site, tile.id, { email: reader("silent") });
    await payFree(site, tile.id, { email: reader(), marketingConsent: true });
    const members = async () => (await anna.call("GET", "/api/audience")).body.members;
    expect(await members()).toMatchObject([
      {
        email: reader(),
        source: "order",
        source_title: "Thanks",
        consent_text: en.news.text,
        confirmed_at: null,
      },
    ]);
    expect((await send()).body.code).toBe("audience.empty");
    await site.call("POST", (await mailedLink(site, reader(), "confirm-signup")).path, "", FORM);
    expect((await members())[0].confirmed_at).not.toBeNull();
    expect((await send()).body).toEqual({ queued: 1 });
  });
});
