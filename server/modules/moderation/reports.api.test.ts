import { beforeAll, describe, expect, test } from "vitest";
import { MAX_WAITING_REPORTS, REPORT_CAPS } from "../../../contract/rules/limits.ts";
import { addTile, type TestUser } from "../../testing/factories.ts";
import { modelRenderer } from "../../testing/model-renderer.ts";
import { report, sendReport } from "../../testing/reports.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";

const site = testSite({ settings: { reports: true } });
const admin = testUser(site, { admin: true });
const anna = testUser(site, { handle: "anna", displayName: "Anna" });

const waiting = async () => (await admin.call("GET", "/api/admin/reports")).body.reports;

describe("the report form", () => {
  test("exists and is linked only if the operator enables it", async () => {
    const off = await openSite();
    await off.signUp({ handle: "berta" });
    expect((await off.call("GET", "/report")).status).toBe(404);
    expect((await sendReport(off, { url: "/@berta" })).status).toBe(404);
    expect(await off.sql`select 1 from reports`).toEqual([]);
  });

  test("works without scripts and without an email, and leads to a confirmation", async () => {
    const response = await sendReport(site, { url: "http://localhost:3000/@Anna", email: "", name: "" });
    expect([response.status, response.headers.location]).toEqual([303, "/report?sent=1"]);
    const [found] = await waiting();
    expect(found).toMatchObject({
      state: "open",
      reason: "fraud",
      path: "/@anna",
      creator: { user_id: anna.creator.user_id, handle: "anna", display_name: "Anna", suspended: false },
    });
    const detail = await admin.call("GET", `/api/admin/reports/${found.id}`);
    expect(detail.body.report).toMatchObject({ message: "They sell fake tickets.", reporter: null });
    expect(await site.sentMails()).not.toContainEqual(
      expect.objectContaining({ subject: "report-received" }),
    );
  });

  test.each([
    ["url", "", "Page is required."],
    ["url", "https://elsewhere.example/@anna", /^Enter the URL of a page of this site/],
    ["url", "/@nobody-here", /^Enter the URL/],
    ["url", "//evil.example/@anna", /^Enter the URL/],
    ["url", "/dashboard", /^Enter the URL/],
    ["reason", "", "Choose a reason."],
    ["reason", "__proto__", "Choose a reason."],
    ["message", " \u200b ", "A description of what is wrong is required."],
    ["message", "x".repeat(1501), "A description of what is wrong must be at most 1500 characters."],
    ["email", "no email", "Enter a valid email address."],
    ["goodFaith", "", "Confirm that what you state is accurate and complete."],
  ])("rejects a wrong %s and keeps the input (%#)", async (field, value, problem) => {
    const before = (await waiting()).length;
    const response = await sendReport(site, { [field]: value });
    expect(response.status).toBe(400);
    expect(response.model).toMatchObject({
      page: "report",
      isSent: false,
      form: {
        problems: { [field]: problem instanceof RegExp ? expect.stringMatching(problem) : problem },
        problem: null,
        entries: { [field]: value },
      },
    });
    expect((await waiting()).length).toBe(before);
  });

  test("reports all invalid fields at once", async () => {
    const response = await sendReport(site, { reason: "", message: "", goodFaith: "" });
    expect(Object.keys(response.model.form.problems)).toEqual(["reason", "message", "goodFaith"]);
  });

  test("accepts a tile, a product and the seller details by URL, and ignores another creator's tile", async () => {
    const berta = await site.signUp({ handle: "berta-2" });
    const own = await addTile(anna);
    const others = await addTile(berta);
    const pathOf = async (url: string) => {
      await sendReport(site, { url });
      return (await waiting()).at(-1).path;
    };
    expect(await pathOf(`/@anna?tile=${own.id}&utm_source=x#top`)).toBe(`/@anna?tile=${own.id}`);
    expect(await pathOf(`/@anna?tile=${others.id}`)).toBe("/@anna");
    expect(await pathOf("/@anna/legal")).toBe("/@anna/legal");
    expect(await pathOf("/@anna/some-product")).toBe("/@anna/some-product");
  });

  test("confirms the report by an email that repeats nothing from the form", async () => {
    const typed = { email: "Rita@Example.org", name: "<b>Rita</b>", message: "Visit evil.example" };
    await sendReport(site, typed, { "accept-language": "pl" });
    const mail = (await site.sentMails()).find(({ to }) => to === "rita@example.org");
    expect(mail?.subject).toBe("report-received");
    expect(JSON.parse(mail?.html ?? "")).toMatchObject({ language: "pl" });
    expect(`${mail?.html}${mail?.text}`).not.toMatch(/evil|Rita/);
    const [row] =
      await site.sql`select reporter_name, reporter_email, is_mailed from reports order by id desc limit 1`;
    expect(row).toEqual({
      reporter_name: "<b>Rita</b>",
      reporter_email: "rita@example.org",
      is_mailed: true,
    });
  });
});

describe("the report form's limits", () => {
  test("stop a client after five reports a day", async () => {
    const limited = await openSite({ limits: "database", settings: { reports: true } });
    await limited.signUp({ handle: "anna" });
    // Twelve stay below the form's own limit of 30 in ten minutes.
    const statuses: number[] = [];
    for (let index = 0; index < 12; index++) statuses.push((await sendReport(limited, {})).status);
    expect(statuses.filter((status) => status === 303)).toHaveLength(REPORT_CAPS.ip.points);
    expect(new Set(statuses.slice(REPORT_CAPS.ip.points))).toEqual(new Set([429]));
    const [row] = await limited.sql`select count(*)::int as count from reports`;
    expect(row.count).toBe(REPORT_CAPS.ip.points);
  });

  test("stop a network after ten reports a day, so that it cannot use up the limit of the site", async () => {
    const limited = await openSite({
      limits: "database",
      trustProxy: ["127.0.0.1"],
      settings: { reports: true },
    });
    await limited.signUp({ handle: "anna" });
    const statuses: number[] = [];
    for (let address = 1; address <= 12; address++)
      statuses.push((await sendReport(limited, {}, { "x-forwarded-for": `203.0.113.${address}` })).status);
    const { points } = REPORT_CAPS.network;
    expect(statuses).toEqual([...Array(points).fill(303), ...Array(12 - points).fill(429)]);
    expect((await sendReport(limited, {}, { "x-forwarded-for": "198.51.100.1" })).status).toBe(303);
  });

  test("stop a client after two confirmations a day to one mailbox, under any alias", async () => {
    const limited = await openSite({ limits: "database", settings: { reports: true } });
    await limited.signUp({ handle: "anna" });
    for (const tag of ["", "+1", "+2", "+3"]) await sendReport(limited, { email: `v${tag}@example.org` });
    const mails = (await limited.sentMails()).filter(({ subject }) => subject === "report-received");
    expect(mails).toHaveLength(REPORT_CAPS.client.points);
    // Reports without a confirmation are stored as well.
    const [row] = await limited.sql`select count(*)::int as count from reports`;
    expect(row.count).toBe(4);
  });

  test("cap the open reports about a page", async () => {
    const separateSite = await openSite({ settings: { reports: true } });
    await separateSite.signUp({ handle: "anna" });
    for (let index = 0; index < MAX_WAITING_REPORTS; index++) await sendReport(separateSite, {});
    const response = await sendReport(separateSite, {});
    expect(response.status).toBe(429);
    expect(response.model.form.problem).toMatch(/^This page was reported several times/);
  });
});

describe("the report in the console", () => {
  const found = { id: 0 };
  beforeAll(async () => {
    const tile = await addTile(anna, { title: "<script>alert(1)</script> first" });
    found.id = (await report(site, admin, { url: `/@anna?tile=${tile.id}` })).id;
    await anna.call("PATCH", `/api/tiles/${tile.id}`, { title: "Harmless" });
  });
  const snapshot = () => admin.call("GET", `/api/admin/reports/${found.id}/snapshot`);

  test("shows the page at the time of the report, inert and without scripts", async () => {
    const response = await snapshot();
    expect(response.status).toBe(200);
    expect(response.text).toContain("first");
    expect(response.text).toMatch(/<html tabindex="0"[\s\S]*<body inert/);
    expect(response.text).not.toContain("Harmless");
    const policy = String(response.headers["content-security-policy"]);
    expect(policy).toMatch(/^sandbox;default-src 'none'/);
    expect(policy).not.toMatch(/allow-|script-src|https?:/);
    expect(response.headers).toMatchObject({
      "x-frame-options": "SAMEORIGIN",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "content-type": "text/html; charset=utf-8",
    });
  });

  test("is visible only to administrators", async () => {
    for (const [call, status] of [
      [site.call, 401],
      [anna.call, 403],
    ] as const) {
      for (const path of ["", `/${found.id}`, `/${found.id}/snapshot`])
        expect((await call("GET", `/api/admin/reports${path}`)).status).toBe(status);
      for (const act of ["decision", "lift", "answer"])
        expect((await call("POST", `/api/admin/reports/${found.id}/${act}`, {})).status).toBe(status);
    }
    expect((await admin.call("GET", "/api/admin/reports/999999")).status).toBe(404);
    expect((await admin.call("GET", "/api/admin/reports/999999/snapshot")).status).toBe(404);
  });

  test("hides the reporter from the creator", async () => {
    const { id } = await report(site, admin, { email: "witness@example.org", name: "Wanda Witness" });
    await admin.call("POST", `/api/admin/reports/${id}/decision`, {
      scope: "page",
      ground: "rules",
      rule: "Terms",
      reason: "Fake tickets.",
    });
    const seen = [
      (await anna.call("GET", "/api/account/decisions")).text,
      (await anna.call("GET", "/api/creators/me")).text,
      ...(await site.sentMails()).filter(({ to }) => to === anna.email).map(({ html, text }) => html + text),
    ].join(" ");
    expect(seen).toContain("Fake tickets.");
    expect(seen).not.toMatch(/witness|Wanda/i);
    // The reporter's data is deleted after the result was sent.
    const [row] = await site.sql`select reporter_name, reporter_email from reports where id = ${id}`;
    expect(row).toEqual({ reporter_name: null, reporter_email: null });
    const result = (await site.sentMails()).filter(({ to }) => to === "witness@example.org").at(-1);
    expect(result?.subject).toBe("report-decided");
  });
});

test("deletes a deleted user's data from reports", async () => {
  const carla = await site.signUp({ handle: "carla", displayName: "Carla Unique" });
  const { id } = await report(site, admin, { url: "/@carla" });
  await sendReport(site, { email: carla.email });
  await admin.call("DELETE", `/api/admin/users/${carla.creator.user_id}`);
  const [row] = await site.sql`select state, path, message, snapshot_id from reports where id = ${id}`;
  expect(row).toEqual({ state: "dismissed", path: "", message: "", snapshot_id: null });
  const left = JSON.stringify(
    await site.sql`select r.*, encode(s.html, 'hex') from reports r left join report_snapshots s on s.id = r.snapshot_id`,
  );
  expect(left).not.toMatch(new RegExp(`carla|${carla.email}`));
  expect(
    await site.sql`select 1 from report_snapshots s where not exists (select 1 from reports where snapshot_id = s.id)`,
  ).toEqual([]);
});

test("emails administrators once a day while reports are open", async () => {
  const separateSite = await openSite({ settings: { reports: true } });
  const boss = await separateSite.signUp();
  await separateSite.sql`update users set is_admin = true, email_verified_at = now()`;
  await separateSite.signUp({ handle: "anna" });
  const digests = async () =>
    (await separateSite.sentMails()).filter(({ subject }) => subject === "reports-waiting");
  await separateSite.runNow("moderation.digest");
  expect(await digests()).toHaveLength(0);
  await sendReport(separateSite, {});
  await separateSite.runNow("moderation.digest");
  await separateSite.runNow("moderation.digest");
  const sent = await digests();
  expect(sent).toHaveLength(1);
  expect(sent[0]?.to).toBe(boss.email);
});

test("rejects a report about a creator who is deleted at the same time", async () => {
  let gone: TestUser | undefined;
  const app = await openSite({
    settings: { reports: true },
    renderer: {
      async renderPage(model, more) {
        if (model.page === "creator" && gone)
          await app.sql`delete from users where id = ${gone.creator.user_id}`;
        return modelRenderer.renderPage(model, more);
      },
    },
  });
  gone = await app.signUp({ handle: "leaving" });
  const response = await sendReport(app, { url: "/@leaving" });
  expect(response.status).toBe(400);
  expect(response.model.form.problems.url).toMatch(/^Enter the URL/);
});
