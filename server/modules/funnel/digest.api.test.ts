import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { createEmailQueue } from "../../platform/mail/mails.ts";
import { mailsTo, rejection, type TestUser, verifyEmail } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";
import { mondayIn, sendDueDigests } from "./digest-job.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const log = pino({ level: "silent" });
const PATH = "/api/analytics/digest";
/** A Monday after the tests run, at nine o'clock in Berlin. */
const MONDAY = nextMonday();

function nextMonday(): Date {
  const today = Temporal.Now.plainDateISO("UTC");
  const monday = today.add({ days: 8 - today.dayOfWeek });
  return new Date(`${monday}T09:00:00Z`);
}

const deps = (node = site, now = MONDAY) => ({
  db: node.db,
  clock: { now: () => now },
  retentionDays: 400,
  log,
  mails: createEmailQueue({ jobs: node.jobs, publicUrl: "http://localhost:3000" }),
});

async function signUpReader(): Promise<TestUser> {
  const user = await site.signUp();
  await verifyEmail(site, user);
  await site.sql`update creators set plan = 'creator', time_zone = 'Europe/Berlin' where id = ${user.creator.id}`;
  expect((await user.call("POST", PATH, { enabled: true })).body).toEqual({ enabled: true });
  return user;
}

/** Adds visits in the week before that Monday and in the week before it. */
async function addVisits(
  user: TestUser,
  { week, before, source = "instagram" }: { week: number; before: number; source?: string },
) {
  for (const [count, days] of [
    [week, 3],
    [before, 10],
  ] as const)
    await site.sql`insert into events (creator_id, event, source, created_at)
      select ${user.creator.id}, 'page_view', ${source}, ${MONDAY.toISOString()}::timestamptz - make_interval(days => ${days})
      from generate_series(1, ${count})`;
}
/** Reads both nodes' emails, because either node may have run the job. */
async function digestsOf(user: TestUser) {
  const sent = await Promise.all([site, other].map((node) => mailsTo(node, user.email, "weekly-digest")));
  return sent.flat();
}

describe("the weekly digest", () => {
  test("is off by default and sent once on the creator's Monday, even by two nodes at once", async () => {
    const off = await site.signUp();
    const user = await signUpReader();
    await addVisits(user, { week: 30, before: 10 });
    await Promise.all([sendDueDigests(deps()), sendDueDigests(deps(other)), sendDueDigests(deps())]);
    await sendDueDigests(deps());
    const mails = await digestsOf(user);
    expect(mails).toHaveLength(1);
    const sent = JSON.parse(mails[0]?.html ?? "{}");
    expect(sent).toMatchObject({
      mail: "weekly-digest",
      views: 30,
      viewsBefore: 10,
      bestSource: "instagram",
      mover: { source: "instagram", difference: 20 },
    });
    expect((await off.call("GET", PATH)).body).toEqual({ enabled: false });
    expect(await digestsOf(off)).toEqual([]);
  });

  test("is not sent for weeks without events", async () => {
    const user = await signUpReader();
    await addVisits(user, { week: 0, before: 50 });
    await sendDueDigests(deps());
    expect(await digestsOf(user)).toEqual([]);
  });

  test("ends for good with one click, in the email or in the email program", async () => {
    const user = await signUpReader();
    await addVisits(user, { week: 5, before: 5 });
    await sendDueDigests(deps());
    const [mail] = await digestsOf(user);
    const link = new URL(/<(.*)>/.exec(mail?.headers?.["List-Unsubscribe"] ?? "")?.[1] ?? "x:");
    expect(mail?.headers?.["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    expect((await site.call("GET", link.pathname)).status, "opening changes nothing").toBe(200);
    expect((await user.call("GET", PATH)).body).toEqual({ enabled: true });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await site.call("POST", link.pathname, "List-Unsubscribe=One-Click", form)).status).toBe(200);
    expect((await user.call("GET", PATH)).body).toEqual({ enabled: false });
    const week = new Date(MONDAY.getTime() + 7 * 86_400_000);
    await sendDueDigests(deps(site, week));
    expect(await digestsOf(user)).toHaveLength(1);
    const forged = link.pathname.replace(/digest\.\d+/, "digest.1");
    expect((await site.call("POST", forged, "List-Unsubscribe=One-Click", form)).status).toBe(404);
  });

  test("requires the Creator plan and a verified email", async () => {
    const user = await site.signUp();
    expect(await user.call("POST", PATH, { enabled: true })).toMatchObject(
      rejection(403, "funnel.plan_required"),
    );
    await site.sql`update creators set plan = 'creator' where id = ${user.creator.id}`;
    expect(await user.call("POST", PATH, { enabled: true })).toMatchObject(
      rejection(403, "accounts.email_not_verified"),
    );
    expect((await user.call("POST", PATH, { enabled: false })).status).toBe(200);
  });
});

test.each([
  { zone: "Pacific/Auckland", at: "2026-09-27T19:00:00Z", monday: "2026-09-28" },
  { zone: "Pacific/Auckland", at: "2026-09-27T18:59:00Z", monday: undefined },
  { zone: "America/Lima", at: "2026-09-28T13:00:00Z", monday: "2026-09-28" },
  { zone: "America/Lima", at: "2026-09-28T12:59:00Z", monday: undefined },
  { zone: "Europe/Berlin", at: "2026-10-26T07:00:00Z", monday: "2026-10-26" },
  { zone: "Europe/Berlin", at: "2026-10-26T06:59:00Z", monday: undefined },
  { zone: "Europe/Berlin", at: "2026-10-19T06:00:00Z", monday: "2026-10-19" },
])("finds the Monday $monday at $at in $zone", ({ zone, at, monday }) => {
  expect(mondayIn(new Date(at), zone)).toBe(monday);
});
