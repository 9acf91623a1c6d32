import { beforeEach, describe, expect, test } from "vitest";
import { mailsTo, modelOf, signUpAdmin, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { prepare } from "../../testing/prepare.ts";
import { report } from "../../testing/reports.ts";
import { testSite } from "../../testing/test-site.ts";

const LETTERS = "/api/audience/letters";
const CAMPAIGNS = "/api/audience/campaigns";
const JOB = "audience.scheduled-letters";
const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
const news = {
  subject: "Two new glazes",
  body: "Both are **food safe**: see [the shop](https://shop.example/a).",
};

const settings = { creatorEmails: { free: 3, creator: 10 }, reports: true };
const site = testSite({ settings });
const other = testSite(() => ({ databaseUrl: site.databaseUrl, settings }));
const admin = prepare(() => signUpAdmin(site));
let anna: TestUser;
let reader: string;
let count = 0;
beforeEach(async () => {
  count += 1;
  reader = `letters${count}@example.org`;
  anna = await signUpVerified(site, { displayName: 'Anna "Glaze" <a@evil.example>' });
  await join(reader);
});

const join = (email: string, user = anna) =>
  site.sql`insert into audience_members (creator_id, email, email_hash, source, source_title, consent_text, confirmed_at)
     values (${user.creator.id}, ${email}, sha256(convert_to(${email}, 'UTF8')), 'signup', 'News', 'Yes.', now())`;
const newsTo = async (to = reader) => [
  ...(await mailsTo(site, to, "creator-news")),
  ...(await mailsTo(other, to, "creator-news")),
];
const save = (input: object, user = anna) => user.call("POST", LETTERS, input);
const change = (id: number, input: object, headers = {}) =>
  anna.call("PATCH", `${LETTERS}/${id}`, input, headers);
const list = async () => (await anna.call("GET", LETTERS)).body.letters;
const send = (more: object = {}) => anna.call("POST", CAMPAIGNS, { ...news, ...more });
/** Returns a local time a number of days ahead. */
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().replace(/T.*/, "T09:00");
const schedule = async (input: object = {}) =>
  (await save({ ...news, sendAt: inDays(30), ...input })).body.letter;
/** Moves a scheduled email's time into the past. */
const makeDue = (id: number, ago = "1 minute") =>
  site.sql`update letters set send_at = now() - ${ago}::interval where id = ${id}`;
const runJobs = async () => {
  await Promise.all([site.runNow(JOB), other.runNow(JOB)]);
  await Promise.all([site.settled(), other.settled()]);
};
const addSeller = () =>
  site.sql`insert into sellers (creator_id, legal_name, address, country, email, is_trader)
    values (${anna.creator.id}, 'Anna Glaze', '1 Street', 'DE', 'shop@example.org', false)`;
/** Adds an image, by default with a valid file id (32 characters of base32) that differs in each test. */
async function addImage(
  user: TestUser,
  id = `${"a".repeat(30)}${String((count % 6) + 2)}${"abcdefgh"[count % 8]}`,
) {
  await site.sql`insert into files (id, creator_id, purpose, name, content_type, size, sha256)
    values (${id}, ${user.creator.id}, 'image', 'x.png', 'image/webp', 10, sha256('x'))`;
  return `http://localhost:3000/uploads/${id}/960.webp`;
}
const sentEmail = async () => (await anna.call("GET", CAMPAIGNS)).body.campaigns[0];

describe("drafts", () => {
  test("are saved incomplete, listed, changed and deleted, only by their creator", async () => {
    const saved = await save({ subject: "Two" });
    expect([saved.status, saved.body.letter]).toEqual([
      201,
      expect.objectContaining({ subject: "Two", body: "", send_at: null, problem: null }),
    ]);
    const { id } = saved.body.letter;
    await save({ body: "Another one." });
    expect((await change(id, { body: "Longer now" })).body.letter).toMatchObject({
      subject: "Two",
      body: "Longer now",
    });
    expect((await list()).map((letter: { id: number }) => letter.id)).toEqual([id, expect.any(Number)]);
    const berta = await signUpVerified(site);
    for (const [method, body] of [["PATCH", {}], ["GET"], ["DELETE"]] as const)
      expect((await berta.call(method, `${LETTERS}/${id}`, body)).status, method).toBe(404);
    expect((await anna.call("DELETE", `${LETTERS}/${id}`)).status).toBe(204);
    expect(await list()).toHaveLength(1);
  });

  test("reject a stale change", async () => {
    const { id } = (await save(news)).body.letter;
    const stale = await change(id, { subject: "Three" }, { "if-match": '"0000000000000000"' });
    expect([stale.status, stale.body.code, stale.body.details.current.body]).toEqual([
      409,
      "changed",
      news.body,
    ]);
    expect((await list())[0].subject).toBe(news.subject);
  });

  test("have a limit, and reject an invalid text or picture at its field", async () => {
    for (const [wrong, field] of [
      [{ subject: "s".repeat(201) }, "subject"],
      [{ body: 5 }, "body"],
      [{ imageUrl: "https://other.example/x.png" }, "imageUrl"],
      [{ imageUrl: "http://localhost:3000/uploads/none/960.webp" }, "imageUrl"],
      [{ sendAt: "tomorrow" }, "sendAt"],
    ] as const) {
      const response = await save(wrong);
      expect([response.status, Object.keys(response.body.details.fieldErrors)], field).toEqual([
        400,
        [field],
      ]);
    }
    await site.sql`insert into letters (creator_id) select ${anna.creator.id} from generate_series(1, 100)`;
    expect(await save({})).toMatchObject({ status: 403, body: { code: "letters.limit_reached" } });
  });

  test("are sent once, from any tab and node", async () => {
    const { id } = (await save(news)).body.letter;
    const cookie = { cookie: anna.cookie };
    const input = { ...news, letterId: id };
    const responses = await Promise.all(
      [site, other, site].map((node) => node.call("POST", CAMPAIGNS, input, cookie)),
    );
    expect(responses.map(({ status, body }) => [status, body.queued])).toEqual(Array(3).fill([202, 1]));
    expect(await newsTo()).toHaveLength(1);
    expect(await list()).toEqual([]);
    expect((await send({ subject: "Another", letterId: id })).body.code).toBe("audience.letter_gone");
  });
});

/** Returns nine o'clock in New York a number of days ahead, as entered and as an instant. */
function inNewYork(days: number) {
  const entered = inDays(days);
  const format = new Intl.DateTimeFormat("en", { timeZone: "America/New_York", timeZoneName: "longOffset" });
  const parts = format.formatToParts(new Date(`${entered}Z`));
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value.replace("GMT", "") ?? "";
  return { entered, offset, instant: new Date(`${entered}${offset}`).toISOString() };
}

/** Returns the two days around the next change of the clocks in New York. */
function aroundClockChange() {
  for (let days = 3; ; days += 1) {
    const [before, after] = [inNewYork(days), inNewYork(days + 1)];
    if (before.offset !== after.offset) return { before, after };
  }
}

describe("a scheduled email", () => {
  test("uses the creator's time zone, can be moved and cancelled, and must be complete and in the future", async () => {
    await anna.call("POST", "/api/creators/me", {
      handle: anna.creator.handle,
      displayName: "Anna",
      timeZone: "America/New_York",
    });
    const { before, after } = aroundClockChange();
    const letter = await schedule({ sendAt: after.entered });
    expect(letter.send_at).toBe(after.instant);
    expect((await change(letter.id, { sendAt: before.entered })).body.letter.send_at).toBe(before.instant);
    for (const [wrong, field] of [
      [{ sendAt: "2020-01-01T10:00" }, "sendAt"],
      [{ sendAt: "2098-01-01T10:00" }, "sendAt"],
      [{ subject: "" }, "subject"],
      [{ body: "short" }, "body"],
      [{ ctaLabel: "Shop" }, "ctaLabel"],
      [{ ctaLabel: "Shop", ctaUrl: "javascript:alert(1)" }, "ctaUrl"],
    ] as const) {
      const response = await change(letter.id, wrong);
      expect([response.status, Object.keys(response.body.details?.fieldErrors ?? {})]).toEqual([
        400,
        [field],
      ]);
    }
    expect((await change(letter.id, { sendAt: null })).body.letter.send_at).toBeNull();
    await runJobs();
    expect(await newsTo()).toEqual([]);
  });

  test("is sent once at its time, even if several nodes look for it", async () => {
    const { id } = await schedule();
    await runJobs();
    expect(await newsTo()).toEqual([]);
    await makeDue(id);
    await runJobs();
    await runJobs();
    expect(await newsTo()).toHaveLength(1);
    expect(await list()).toEqual([]);
    expect(await sentEmail()).toMatchObject({ subject: news.subject, sent: 1 });
    expect((await change(id, { sendAt: null })).status).toBe(404);
  });

  test.each([
    [
      "the audience is empty",
      async () => site.sql`delete from audience_members where creator_id = ${anna.creator.id}`,
    ],
    [
      "the plan allows fewer people",
      async () => Promise.all(["b", "c", "d"].map((name) => join(`${name}${count}@example.org`))),
    ],
    [
      "the account is suspended",
      async () => site.sql`update creators set suspension = 'page' where id = ${anna.creator.id}`,
    ],
    [
      "emails are stopped",
      async () => site.sql`update creators set sending_stopped = true where id = ${anna.creator.id}`,
    ],
    [
      "the page is offline",
      async () => site.sql`update creators set offline_since = now() where id = ${anna.creator.id}`,
    ],
    [
      "the email is not verified any more",
      async () => site.sql`update users set email_verified_at = null where id = ${anna.creator.user_id}`,
    ],
    [
      "the server did not run at its time",
      async () =>
        site.sql`update letters set send_at = now() - interval '13 hours' where creator_id = ${anna.creator.id}`,
    ],
  ])("becomes a draft with the reason if %s", async (why, prevent) => {
    const { id } = await schedule();
    await makeDue(id);
    await prevent();
    await runJobs();
    expect(await newsTo()).toEqual([]);
    const [row] = await site.sql`select send_at, problem from letters where id = ${id}`;
    expect(row).toEqual({ send_at: null, problem: expect.stringMatching(/\w{4}/) });
    const notices = [
      ...(await mailsTo(site, anna.email, "letter-not-sent")),
      ...(await mailsTo(other, anna.email, "letter-not-sent")),
    ];
    // An unverified address receives no emails.
    expect(notices).toHaveLength(why === "the email is not verified any more" ? 0 : 1);
    for (const mail of notices)
      expect(JSON.parse(mail.html)).toMatchObject({
        subject: news.subject,
        reason: row.problem,
        reached: null,
      });
  });
});

describe("a sent email", () => {
  test("names the creator, comes from the installation's address and replies to the seller", async () => {
    await addSeller();
    await send();
    const [mail] = await newsTo();
    expect(mail).toMatchObject({ fromName: "Anna Glaze a evil.example", replyTo: "shop@example.org" });
    expect(JSON.parse(mail?.html ?? "")).toMatchObject({ contact: "shop@example.org" });
    expect((await anna.call("GET", "/api/audience/sending")).body.reply_to).toBe("shop@example.org");
  });

  test("shows an image uploaded by its creator, but none of another user", async () => {
    const own = await addImage(anna);
    // A valid file id that differs from anna's.
    const others = await addImage(await signUpVerified(site), `${"b".repeat(30)}${"abcdefgh"[count % 8]}7`);
    for (const imageUrl of [others, "https://tracker.example/1.gif"]) {
      const response = await send({ imageUrl });
      expect([response.status, Object.keys(response.body.details.fieldErrors)]).toEqual([400, ["imageUrl"]]);
    }
    expect((await send({ imageUrl: own, imageAlt: "Two bowls" })).status).toBe(202);
    const [mail] = await newsTo();
    expect(JSON.parse(mail?.html ?? "").image).toEqual({
      url: own.replace("960.webp", "email.jpg"),
      alt: "Two bowls",
    });
    await site.sql`update files set width = 300, height = 200 where creator_id = ${anna.creator.id}`;
    const page = modelOf((await site.call("GET", new URL((await sentEmail()).url).pathname)).text);
    expect(page.letter.image).toEqual({
      url: own,
      alt: "Two bowls",
      dimensions: { width: 300, height: 200 },
    });
  });

  test("has an unlisted page without data of its readers, which its creator may publish", async () => {
    await send({ ctaLabel: "Shop", ctaUrl: "https://shop.example/b" });
    const { id, url, published } = await sentEmail();
    const path = new URL(url).pathname;
    expect(published).toBe(false);
    const page = await site.call("GET", path);
    expect(page.status).toBe(200);
    expect(page.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
    expect(modelOf(page.text)).toMatchObject({
      page: "letter",
      letter: { subject: news.subject, body: news.body, published: false },
    });
    expect(page.text).not.toContain(reader);
    const listed = async () =>
      modelOf((await site.call("GET", `/@${anna.creator.handle}/letters`)).text).letters;
    expect(await listed()).toEqual([]);
    expect(
      (await anna.call("PATCH", `${CAMPAIGNS}/${id}`, { published: true })).body.campaign.published,
    ).toBe(true);
    expect(await listed()).toEqual([expect.objectContaining({ subject: news.subject })]);
    const berta = await signUpVerified(site);
    expect((await berta.call("PATCH", `${CAMPAIGNS}/${id}`, { published: false })).status).toBe(404);
    expect((await berta.call("GET", `${CAMPAIGNS}/${id}`)).status).toBe(404);
    const wrongHandle = await site.call("GET", path.replace(anna.creator.handle, berta.creator.handle));
    expect([wrongHandle.status, wrongHandle.headers.location]).toEqual([302, path]);
    expect((await site.call("GET", `${path.slice(0, -1)}!`)).status).toBe(404);
    await site.sql`update creators set suspension = 'page', suspended_for = 'law' where id = ${anna.creator.id}`;
    expect((await site.call("GET", path)).status).toBe(451);
    expect((await site.call("GET", `${path}/to/1`)).status).toBe(404);
  });

  test("can be reported by its page's URL, and administrators see a snapshot of it", async () => {
    await send();
    const path = new URL((await sentEmail()).url).pathname;
    const found = await report(site, admin, { url: path });
    expect(found.path).toBe(path);
    const snapshot = await admin.call("GET", `/api/admin/reports/${found.id}/snapshot`);
    expect([snapshot.status, snapshot.text]).toEqual([200, expect.stringContaining(news.subject)]);
  });

  test("counts people's clicks by link, and redirects only to its own links", async () => {
    await send({ ctaLabel: "Shop", ctaUrl: "https://shop.example/b" });
    const { id, url } = await sentEmail();
    const path = new URL(url).pathname;
    const follow = (place: string, headers: Record<string, string> = BROWSER) =>
      site.call("GET", `${path}/to/${place}`, undefined, headers);
    const first = await follow("1");
    expect([first.status, first.headers.location]).toEqual([302, "https://shop.example/a"]);
    expect(first.headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" });
    expect(first.headers["set-cookie"]).toBeUndefined();
    await follow("2");
    await follow("2");
    for (const headers of [
      { "user-agent": "GoogleImageProxy bot" },
      { "user-agent": "" },
      { ...BROWSER, dnt: "1" },
      { ...BROWSER, "sec-purpose": "prefetch" },
    ])
      expect((await follow("2", headers)).status).toBe(302);
    for (const place of ["0", "3", "99999", "-1", "https:%2f%2fevil.example", "1?url=https://evil.example"]) {
      const response = await follow(place);
      if (response.status === 302) expect(response.headers.location).toBe("https://shop.example/a");
      else expect([response.status, response.headers.location], place).toEqual([404, undefined]);
    }
    const { campaign } = (await anna.call("GET", `${CAMPAIGNS}/${id}`)).body;
    expect(campaign.links).toEqual([
      { url: "https://shop.example/a", clicks: 2 },
      { url: "https://shop.example/b", clicks: 2 },
    ]);
    await site.sql`insert into blocks (kind, value, created_by)
      values ('link', 'shop.example', ${admin.creator.user_id})`;
    expect((await follow("1")).status).toBe(404);
    expect((await site.call("GET", path)).status).toBe(404);
    expect((await send({ subject: "Again" })).body.details.fieldErrors).toHaveProperty("body");
    await site.sql`delete from blocks`;
  });

  test("counts each reader who unsubscribes after it, once", async () => {
    await send();
    const [mail] = await newsTo();
    const unsubscribePath = new URL(/<(.*)>/.exec(mail?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "")
      .pathname;
    const form = { "content-type": "application/x-www-form-urlencoded" };
    for (let times = 0; times < 2; times++)
      expect((await site.call("POST", unsubscribePath, "List-Unsubscribe=One-Click", form)).status).toBe(200);
    expect(await sentEmail()).toMatchObject({ unsubscribed: 1, clicks: 0 });
  });

  test("is deleted with the account, like drafts", async () => {
    await save({ subject: "Left behind" });
    await send();
    const path = new URL((await sentEmail()).url).pathname;
    const removed = await admin.call("DELETE", `/api/admin/users/${anna.creator.user_id}`);
    expect(removed.status, removed.text).toBeLessThan(300);
    expect((await site.call("GET", path)).status).toBe(404);
    expect(await site.sql`select id from letters where creator_id = ${anna.creator.id}`).toEqual([]);
  });
});
