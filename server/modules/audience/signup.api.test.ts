import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { SIGNUP_CAPS } from "../../../contract/rules/limits.ts";
import { SIGNUP_FORM } from "../../../contract/rules/script-limits.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { createTestDatabase } from "../../testing/create-database.ts";
import { setDatabaseClock } from "../../testing/database-clock.ts";
import {
  addTile,
  FORM,
  mailedLink,
  mailsTo,
  modelOf,
  signUpAdmin,
  signUpVerified,
  submitForm,
} from "../../testing/factories.ts";
import type { TestApp } from "../../testing/harness.ts";
import { createMemoryRateLimiter } from "../../testing/memory-rate-limiter.ts";
import { prepare } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const SIGNUPS = "/api/public/signups";
const CONSENT = "Send me Anna's letter, once a month.";

const database = prepare(() => createTestDatabase());
let aheadMs = 0;
/** Moves the clock of the database, by which the age of a form is measured. */
async function passTime(seconds: number) {
  aheadMs += seconds * 1000;
  await setDatabaseClock(database.url, new Date(Date.now() + aheadMs).toISOString());
}
beforeAll(() => passTime(0));
afterAll(() => database.drop());
const site = testSite(() => ({ databaseUrl: database.url }));
const other = testSite(() => ({ databaseUrl: database.url }));
let token: string;
const anna = prepare(() => signUpVerified(site, { displayName: "Anna" }));
const tile = prepare(() => addTile(anna, { type: "signup", title: "My letter", consentText: CONSENT }));
beforeAll(async () => {
  token = await openForm(site, tile.id);
  await passTime(SIGNUP_FORM.minSeconds);
});

let count = 0;
let email: string;
beforeEach(() => {
  count += 1;
  email = `reader${count}@example.org`;
});

async function openForm(node: TestApp, tileId: number): Promise<string> {
  return (await node.call("POST", `${SIGNUPS}/form`, { tileId })).body.token;
}
const signUp = (more: object = {}, node = site, ip = "203.0.113.1") =>
  node.call("POST", SIGNUPS, { tileId: tile.id, email, token, ...more }, { "x-forwarded-for": ip });
const confirmations = (to = email) => mailsTo(site, to, "confirm-signup");
const linkTo = async (to = email) => (await mailedLink(site, to, "confirm-signup")).path;
const audience = async (query = "", user = anna) =>
  (await user.call("GET", `/api/audience${query}`)).body.members;
const rowsOf = (to = email) => site.sql`select * from audience_members where email = ${to}`;

describe("signing up", () => {
  test("is confirmed by a button on the emailed page, and is listed with date, source and wording", async () => {
    expect(await signUp({ email: email.toUpperCase() })).toMatchObject({ status: 202, text: "" });
    expect((await confirmations()).map(({ html }) => JSON.parse(html))).toMatchObject([
      { mail: "confirm-signup", creator: "Anna", validDays: 7 },
    ]);
    expect(await audience(`?search=${email}`)).toEqual([]);
    const link = await linkTo();
    for (const method of ["GET", "HEAD"] as const) await site.call(method, link);
    expect(modelOf((await site.call("GET", link)).text)).toMatchObject({
      page: "signup-confirmation",
      creator: { display_name: "Anna" },
      pending: { email, consent: CONSENT },
    });
    expect(await audience(`?search=${email}`)).toEqual([]);
    expect(modelOf((await site.call("POST", link, "", FORM)).text)).toMatchObject({ pending: null });
    expect((await site.call("POST", link, "", FORM)).status).toBe(200);
    const [member, ...others] = await audience(`?search=${email}`);
    expect(others).toEqual([]);
    expect(member).toMatchObject({
      email,
      source: "signup",
      source_title: "My letter",
      consent_text: CONSENT,
    });
    expect(Date.parse(member.confirmed_at) - Date.parse(member.consented_at)).toBeGreaterThan(0);
  });

  test("sends no confirmation email once an administrator has stopped the creator's emails", async () => {
    await signUp();
    await site.settled();
    const [{ seed }] = await rowsOf();
    const again = { to: "late@example.org", messageId: "<late@tessera.example>" };
    const mail = {
      mail: "confirm-signup",
      sender: null,
      contact: null,
      creator: "Anna",
      validDays: 7,
      links: { main: { to: "signup", seed } },
    };
    const ask = () =>
      inTransaction(site.db, (tx) =>
        site.jobs.enqueue(tx, { name: "mail.deliver", data: { ...again, mail } }),
      );
    const stop = (stopped: boolean) =>
      site.sql`update creators set sending_stopped = ${stopped} where id = ${anna.creator.id}`;
    await stop(true);
    await ask();
    expect(await confirmations("late@example.org")).toEqual([]);
    await stop(false);
    await ask();
    expect(await confirmations("late@example.org")).toHaveLength(1);
  });

  test("works without scripts on a separate page, because a creator's page is the same for all visitors", async () => {
    const post = (fields: Record<string, string>) =>
      submitForm(site, "/signup", { tileId: String(tile.id), ...fields });
    const first = modelOf((await post({ email })).text);
    expect(first.form).toMatchObject({
      email,
      consent: CONSENT,
      button: null,
      problem: null,
    });
    expect(await confirmations()).toEqual([]);
    const early = await post({ email, token: first.form.token });
    expect([early.status, modelOf(early.text).form.problem]).toEqual([
      409,
      expect.stringMatching(/too quickly, or is too old/),
    ]);
    expect(modelOf((await post({ email: "nobody", token })).text).form.problem).toBe(
      "Enter a valid email address.",
    );
    expect(modelOf((await post({ email, token })).text).form).toBeNull();
    expect(await confirmations()).toHaveLength(1);
    for (const tileId of ["999999", "1.5", "1e400", "9223372036854775808", "Infinity", "-1", ""])
      expect((await post({ tileId, email })).status, tileId).toBe(404);
  });

  test("responds in the same way to a new, pending, confirmed or trapped email", async () => {
    const responses = [await signUp(), await signUp()];
    await site.settled();
    await site.call("POST", await linkTo(), "", FORM);
    responses.push(await signUp(), await signUp({ email: `trap-${email}`, website: "https://spam.example" }));
    expect(responses.map(({ status, text }) => [status, text])).toEqual(Array(4).fill([202, ""]));
    expect(await confirmations()).toHaveLength(1);
    expect(await rowsOf(`trap-${email}`)).toEqual([]);
  });

  test("requires a form that was opened at least two seconds ago for this tile and wording", async () => {
    const outdated = { status: 409, body: { code: "audience.form_outdated" } };
    const second = await addTile(anna, { type: "signup", title: "Other" });
    expect(await signUp({ token: await openForm(site, tile.id) })).toMatchObject(outdated);
    expect(await signUp({ tileId: second.id })).toMatchObject(outdated);
    const [at, signature] = token.split(".");
    for (const forged of [`${at}.`, `${Number(at) - 60}.${signature}`, `${token}.x`, "x", `.${signature}`])
      expect(await signUp({ token: forged }), forged).toMatchObject(outdated);
    expect((await signUp({ token: "" })).status).toBe(409);
    expect((await signUp({ token: "x".repeat(2000) })).status).toBe(400);
    expect(await confirmations()).toEqual([]);
  });

  test("requires an email that a mail server accepts", async () => {
    for (const wrong of [
      "a@b",
      `${"a".repeat(65)}@example.org`,
      "a@example.org\r\nBcc: b@example.org",
      '"a b"@example.org',
    ])
      expect((await signUp({ email: wrong })).body.details.fieldErrors, wrong).toEqual({
        email: ["Enter a valid email address."],
      });
  });

  test("is rejected if the creator's email is unverified, and on tiles of other types", async () => {
    const mallory = await site.signUp();
    const closed = await addTile(mallory, { type: "signup", title: "Closed" });
    const open = (tileId: number) => site.call("POST", `${SIGNUPS}/form`, { tileId });
    expect(await open(closed.id)).toMatchObject({ status: 409, body: { code: "audience.closed" } });
    const link = await addTile(anna);
    const off = await addTile(anna, { type: "signup", title: "Off", active: false });
    const hidden = await addTile(anna, { type: "signup", title: "Hidden", hidden: true });
    for (const id of [link.id, off.id, hidden.id, 999_999_999]) expect((await open(id)).status).toBe(404);
  });

  test("creates one member and sends one email on two nodes at once", async () => {
    const responses = await concurrently(12, (index) => signUp({}, index % 2 ? other : site));
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(202));
    await Promise.all([site.settled(), other.settled()]);
    expect(await rowsOf()).toMatchObject([{ mails_sent: 1 }]);
    const sent = [...(await confirmations()), ...(await mailsTo(other, email, "confirm-signup"))];
    expect(sent).toHaveLength(1);
  });

  test("repeats the unconfirmed email a few times, a minute apart, with the same link", async () => {
    await signUp();
    const link = await linkTo();
    for (let again = 0; again < 5; again++) {
      await site.sql`update audience_members set mailed_at = now() - interval '2 minutes' where email = ${email}`;
      await signUp();
      await site.settled();
    }
    expect(await confirmations()).toHaveLength(3);
    expect(await linkTo()).toBe(link);
  });

  test("expires with its link after a week without confirmation", async () => {
    await signUp();
    const link = await linkTo();
    await site.sql`update audience_members set consented_at = now() - interval '8 days' where email = ${email}`;
    await site.runMaintenance();
    expect(await rowsOf()).toEqual([]);
    for (const method of ["GET", "POST"] as const)
      expect((await site.call(method, link, undefined, method === "POST" ? FORM : {})).status).toBe(404);
  });

  test("counts once in the creator's statistics, when it is confirmed", async () => {
    const count = async () =>
      (await anna.call("GET", "/api/analytics/summary")).body.summary.find(
        ({ event }: { event: string }) => event === "signup",
      ).count;
    const before = await count();
    await signUp();
    const link = await linkTo();
    expect(await count()).toBe(before);
    await Promise.all([site, other, site].map((node) => node.call("POST", link, "", FORM)));
    expect(await count()).toBe(before + 1);
    const event = { creatorId: anna.creator.id, tileId: tile.id, event: "signup" };
    expect((await site.call("POST", "/api/public/analytics", event)).status).toBe(400);
  });
});

describe("an audience", () => {
  const join = async (to: string) => {
    await signUp({ email: to });
    await site.call("POST", await linkTo(to), "", FORM);
  };

  test("is visible only to its creator", async () => {
    await join(email);
    const [member] = await audience(`?search=${email}`);
    const berta = await signUpVerified(site);
    expect(await audience("", berta)).toEqual([]);
    expect((await berta.call("GET", "/api/audience/export.csv")).text).not.toContain(email);
    const foreign = await berta.call("DELETE", `/api/audience/${member.id}`);
    const unknown = await berta.call("DELETE", "/api/audience/999999999");
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect(await audience(`?search=${email}`)).toHaveLength(1);
    expect((await site.call("GET", `/api/public/creator/${anna.handle}`)).text).not.toContain(email);
  });

  test("can be searched literally, filtered, exported and deleted", async () => {
    await join(email);
    await join(`under_score_${email}`);
    expect(await audience("?search=%25")).toEqual([]);
    expect((await audience("?search=under_SCORE")).length).toBe(1);
    expect(await audience("?search=underXscore")).toEqual([]);
    expect(await audience("?filter=order")).toEqual([]);
    const csv = await anna.call("GET", `/api/audience/export.csv?search=${email}`);
    expect(csv.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringMatching(/^attachment; filename="audience-\d{4}-\d\d-\d\d\.csv"$/),
    });
    const lines = csv.text.split("\r\n");
    expect(lines[0]).toBe("\ufeffEmail,Source,Title,Consent,Consented (UTC),Confirmed (UTC)");
    expect(lines[1]).toContain(`${email},signup,My letter,"Send me Anna's letter, once a month."`);
    const [member] = await audience("?search=under_");
    expect((await anna.call("DELETE", `/api/audience/${member.id}`)).status).toBe(204);
    expect(await rowsOf(`under_score_${email}`)).toEqual([]);
    expect((await anna.call("DELETE", `/api/audience/${member.id}`)).status).toBe(404);
  });

  test("is deleted with its creator, and an entry with its user", async () => {
    const admin = await signUpAdmin(site);
    const berta = await signUpVerified(site);
    await join(berta.email);
    await admin.call("DELETE", `/api/admin/users/${berta.creator.user_id}`);
    expect(await rowsOf(berta.email)).toEqual([]);
    const carla = await signUpVerified(site);
    await site.sql`insert into audience_members (creator_id, email, email_hash, source, source_title,
      consent_text) values (${carla.creator.id}, 'x@example.org', sha256('x'), 'signup', 't', 'c')`;
    await admin.call("DELETE", `/api/admin/users/${carla.creator.user_id}`);
    expect(await rowsOf("x@example.org")).toEqual([]);
  });
});

describe("a client that signs up many emails", () => {
  const limits = createMemoryRateLimiter();
  const limited = testSite(() => ({
    databaseUrl: database.url,
    limits,
    trustProxy: ["127.0.0.1"],
  }));

  test("cannot send many emails to one recipient, without learning of the limit", async () => {
    const creators = await concurrently(7, () => signUpVerified(site));
    const tiles = await Promise.all(creators.map((one) => addTile(one, { type: "signup", title: "News" })));
    const tokens = await Promise.all(tiles.map(({ id }) => openForm(limited, id)));
    await passTime(SIGNUP_FORM.minSeconds);
    const statuses: number[] = [];
    for (const [index, { id }] of tiles.entries()) {
      const to = `victim+${index}${email}`;
      statuses.push(
        (await signUp({ tileId: id, token: tokens[index], email: to }, limited, `198.51.100.${index}`))
          .status,
      );
    }
    expect(statuses).toEqual(Array(7).fill(202));
    await limited.settled();
    const mails = await Promise.all(tiles.map((_, index) => mailsTo(limited, `victim+${index}${email}`)));
    expect(mails.flat()).toHaveLength(SIGNUP_CAPS.recipient.points);
  });

  test("cannot block another client's confirmation to a recipient, without learning of the limit", async () => {
    const creators = await concurrently(6, () => signUpVerified(site));
    const tiles = await Promise.all(creators.map((one) => addTile(one, { type: "signup", title: "News" })));
    const tokens = await Promise.all(tiles.map(({ id }) => openForm(limited, id)));
    await passTime(SIGNUP_FORM.minSeconds);
    const enter = async (index: number, to: string, ip: string) => {
      const given = { tileId: tiles[index]?.id, token: tokens[index], email: to };
      expect((await signUp(given, limited, ip)).status).toBe(202);
      await limited.settled();
      return (await mailsTo(limited, to, "confirm-signup")).length;
    };
    let sent = 0;
    for (const index of creators.keys()) sent += await enter(index, `prey+${index}${email}`, "198.51.100.70");
    expect(sent).toBe(SIGNUP_CAPS.client.points);
    expect(await enter(0, `prey${email}`, "198.51.100.71")).toBe(1);
  });

  test("is limited by its IP, and many IPs by the cap of the creator", async () => {
    const statuses: number[] = [];
    for (let index = 0; index <= SIGNUP_CAPS.ip.points; index++)
      statuses.push((await signUp({ email: `ip${index}@example.org` }, limited, "198.51.100.99")).status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(SIGNUP_CAPS.ip.points);
    expect(statuses.at(-1)).toBe(429);
    const berta = await signUpVerified(site);
    const bertas = await addTile(berta, { type: "signup", title: "News" });
    const bertasToken = await openForm(limited, bertas.id);
    await passTime(SIGNUP_FORM.minSeconds);
    const key = String(berta.creator.id);
    for (let used = 1; used < SIGNUP_CAPS.creator.points; used++)
      await limits.consume({ name: "signups by creator", key, ...SIGNUP_CAPS.creator });
    for (let index = 0; index < 3; index++) {
      const given = { tileId: bertas.id, token: bertasToken, email: `c${index}@example.org`, website: "x" };
      statuses.push((await signUp(given, limited, `2001:db8:${index}::1`)).status);
    }
    expect(statuses.slice(-3)).toEqual([202, 429, 429]);
  });
});
