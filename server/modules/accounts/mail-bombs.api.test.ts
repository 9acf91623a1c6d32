import { beforeEach, expect, test } from "vitest";
import { UNVERIFIED_EMAILS } from "../../../contract/rules/limits.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite({ limits: "database", trustProxy: ["127.0.0.1"] });
beforeEach(() => site.query("delete from rate_limits"));

let visitors = 0;
const elsewhere = () => ({ "x-forwarded-for": `203.0.113.${++visitors}` });
const register = (email: string, headers = elsewhere()) =>
  site.call(
    "POST",
    "/api/auth/register",
    { email, password: "correct horse battery", handle: `user-${++visitors}`, displayName: "User" },
    headers,
  );
const mailsTo = async (name: string) =>
  (await site.sentMails()).filter(({ to }) => to.startsWith(name)).length;

test("limits emails to a mailbox under all its aliases, but creates their accounts", async () => {
  for (let index = 0; index < UNVERIFIED_EMAILS.points + 3; index++) {
    expect((await register(`victim+${index}@mail.example`)).status).toBe(201);
  }
  expect(await mailsTo("victim")).toBe(UNVERIFIED_EMAILS.points);
  const [last] = await site.query("select email from users where email like 'victim+%' order by created_at");
  const reset = await site.call("POST", "/api/auth/forgot-password", { email: last?.email }, elsewhere());
  expect(reset.status).toBe(204);
  expect(await mailsTo("victim")).toBe(UNVERIFIED_EMAILS.points);
  expect((await register("neighbour@mail.example")).status).toBe(201);
  expect(await mailsTo("neighbour")).toBe(1);
});

test("lets the owner of a verified account reset the password after its aliases have used up the limit", async () => {
  const owner = "owner@mail.example";
  await register(owner);
  await site.sql`update users set email_verified_at = now() where email = ${owner}`;
  for (let index = 0; index < UNVERIFIED_EMAILS.points; index++)
    await register(`owner+${index}@mail.example`);
  await site.sentMails();
  const before = await mailsTo(owner);
  await site.call("POST", "/api/auth/forgot-password", { email: owner }, elsewhere());
  expect((await mailsTo(owner)) - before).toBe(1);
});

test("keeps one client from using up the emails of a mailbox by registrations or resets", async () => {
  const bully = "2001:db8:0:1";
  for (let index = 0; index <= UNVERIFIED_EMAILS.points; index++) {
    // Uses another IP of the same network each time.
    const headers = { "x-forwarded-for": `${bully}::${index + 1}` };
    await register(`owned+${index}@mail.example`, headers);
    const reset = { email: `owned+${index}@mail.example` };
    // Resets the route's own limit per client, which is not tested here.
    await site.query("delete from rate_limits where key like '%forgot-password%'");
    expect((await site.call("POST", "/api/auth/forgot-password", reset, headers)).status).toBe(204);
  }
  expect(await mailsTo("owned+")).toBe(UNVERIFIED_EMAILS.client.points);
  expect((await register("owned@mail.example")).status).toBe(201);
  expect(await mailsTo("owned@")).toBe(1);
});

test("sends the reset of a verified account although its client has used up its share", async () => {
  const headers = { "x-forwarded-for": "203.0.113.250" };
  await register("near@mail.example", headers);
  await site.query("update users set email_verified_at = now() where email = 'near@mail.example'");
  for (let index = 0; index < UNVERIFIED_EMAILS.client.points; index++)
    await register(`near+${index}@mail.example`, headers);
  const before = await mailsTo("near@");
  await site.call("POST", "/api/auth/forgot-password", { email: "near@mail.example" }, headers);
  expect((await mailsTo("near@")) - before).toBe(1);
});

test("limits emails to an unverified address about a deletion that is requested and undone repeatedly", async () => {
  const headers = { "x-forwarded-for": "203.0.113.251" };
  const email = "leaver@mail.example";
  await register(email, headers);
  for (let index = 0; index < UNVERIFIED_EMAILS.client.points + 2; index++) {
    // Resets the routes' own limits per client, which are not tested here.
    await site.query("delete from rate_limits where key like '%/api/%'");
    const login = { email, password: "correct horse battery" };
    const { cookies } = await site.call("POST", "/api/auth/login", login, headers);
    const session = { ...headers, cookie: `${cookies[0]?.name}=${cookies[0]?.value}` };
    expect((await site.call("POST", "/api/account/deletion", undefined, session)).status).toBe(202);
    await site.sql`update users set deletion_at = null where email = ${email}`;
  }
  expect(await mailsTo("leaver@")).toBe(UNVERIFIED_EMAILS.client.points);
});

test("limits emails to an unverified address about archives of accounts under its aliases", async () => {
  const headers = { "x-forwarded-for": "203.0.113.252" };
  const sessions: { cookie: string }[] = [];
  for (let index = 0; index < UNVERIFIED_EMAILS.client.points - 1; index++) {
    const { cookies } = await register(`archivist+${index}@mail.example`, headers);
    sessions.push({ ...headers, cookie: `${cookies[0]?.name}=${cookies[0]?.value}` });
  }
  const archive = async (session: { cookie: string } | undefined) => {
    expect((await site.call("POST", "/api/account/exports", undefined, session)).status).toBe(202);
    await site.settled();
  };
  for (const session of sessions) await archive(session);
  expect(await mailsTo("archivist+")).toBe(UNVERIFIED_EMAILS.client.points);
  await site.query("update users set email_verified_at = now() where email = 'archivist+0@mail.example'");
  await archive(sessions[0]);
  expect(await mailsTo("archivist+0@")).toBe(3);
});
