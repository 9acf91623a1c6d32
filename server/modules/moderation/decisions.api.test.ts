import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addTile, buy, offerFile, rejection, startCheckout } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { report } from "../../testing/reports.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { beginTransaction, untilWaiting } from "../../testing/transactions.ts";

const settings = { reports: true };
const site = testSite({ settings });
const other = testSite(() => ({ databaseUrl: site.databaseUrl, storage: site.storage, settings }));
const admin = testUser(site, { admin: true });
const second = testUser(site, { admin: true });
const anna = testUser(site, { handle: "anna", verified: true });

const DECISION = { scope: "page", ground: "rules", rule: "Terms, section 4", reason: "Fake tickets." };
const decide = (id: number, given: object = {}, by = admin) =>
  by.call("POST", `/api/admin/reports/${id}/decision`, { ...DECISION, ...given });
const act = (id: number, what: "lift" | "answer", body: object, by = admin) =>
  by.call("POST", `/api/admin/reports/${id}/${what}`, body);
const decisions = async (by = anna) => (await by.call("GET", "/api/account/decisions")).body.decisions;
const statusesOf = async (paths: string[]) => {
  const calls = [site, other].flatMap((node) => paths.map((path) => node.call("GET", path)));
  return (await Promise.all(calls)).map(({ status }) => status);
};

const PAGES = ["/@anna", "/@Anna?tile=1", "/@anna/notes", "/@anna/legal", "/@anna/preview.jpg"];
const API = "/api/public/creator/anna";
const sold = prepareEach(async () => {
  const { tile, product } = await offerFile(site, anna);
  return { tile, product, bought: await buy(site, tile.id) };
});
const open = { id: 0 };
beforeEach(async () => {
  open.id = (await report(site, admin)).id;
});

/** Ends the decisions of a test and empties the page. */
async function reset() {
  await site.sql`update decisions set lifted_at = now() where lifted_at is null`;
  await site.sql`update reports set state = 'dismissed'`;
  await site.sql`update creators set suspension = null, suspended_for = null`;
  await site.sql`update tiles set blocked = false`;
  for (const { id } of (await anna.call("GET", "/api/tiles")).body.tiles)
    await anna.call("DELETE", `/api/tiles/${id}`);
}

describe("a suspended page", () => {
  afterEach(reset);

  test.each([
    ["rules", 410],
    ["law", 451],
  ] as const)(
    "responds to a suspension for %s with %s on both nodes, cached or not",
    async (ground, status) => {
      await statusesOf([...PAGES, API]);
      expect((await decide(open.id, { ground })).status).toBe(200);
      // The other node is notified with a short delay.
      await expect.poll(async () => [...new Set(await statusesOf([...PAGES, API]))]).toEqual([status]);
      const page = await site.call("GET", "/@anna", undefined, { "if-none-match": "*" });
      expect(page.status).toBe(status);
      expect(page.text).toContain('"page":"creator-suspended"');
      expect(page.text).not.toContain(anna.displayName);
      const [map] = (await site.call("GET", "/sitemap.xml")).text.match(/sitemaps\/\d+\.xml/) ?? [];
      expect((await site.call("GET", `/${map}`)).text).not.toContain("@anna<");
    },
  );

  test("sells nothing: refuses new and open checkouts, and signups", async () => {
    const signup = await addTile(anna, { type: "signup", title: "News", url: undefined });
    const token = await startCheckout(site, sold.tile.id);
    await decide(open.id);
    for (const node of [site, other]) {
      expect((await node.call("POST", "/api/public/checkout", { tileId: sold.tile.id })).status).toBe(409);
      const paid = await node.call("POST", `/api/public/checkout/${token}/pay`, { email: "b@example.org" });
      expect(paid.status).toBe(409);
      expect((await node.call("POST", "/api/public/signups/form", { tileId: signup.id })).status).toBe(409);
    }
    expect((await anna.call("GET", "/api/audience/sending")).body).toMatchObject({ blocked: "stopped" });
  });

  test("keeps order pages and downloads for buyers", async () => {
    await decide(open.id);
    expect((await site.call("GET", `/orders/${sold.bought.orderToken}`)).status).toBe(200);
    const download = await site.call("GET", `/api/orders/download/${sold.bought.downloadToken}`);
    expect([download.status, download.text]).toEqual([200, "The notes."]);
  });

  test("emails its creator the reason, the rule and the way to object, and lets them change and export everything", async () => {
    await decide(open.id, { until: "2999-01-01" });
    const mail = (await site.sentMails())
      .filter(({ to, subject }) => to === anna.email && subject === "decision")
      .at(-1);
    expect(JSON.parse(mail?.html ?? "{}")).toMatchObject({
      news: "made",
      scope: "page",
      ground: "rules",
      rule: "Terms, section 4",
      reason: "Fake tickets.",
      until: "2999-01-01T00:00:00.000Z",
      links: { main: "http://localhost:3000/dashboard/decisions" },
    });
    const login = { email: anna.email, password: anna.password };
    const signedIn = await site.call("POST", "/api/auth/login", login);
    expect(signedIn.body.creator).toMatchObject({ suspension: "page" });
    expect((await decisions())[0]).toMatchObject({ scope: "page", active: true, can_object: true });
    expect((await anna.call("GET", "/api/orders/export.csv")).text).toContain("Notes");
    expect((await anna.call("PATCH", `/api/tiles/${sold.tile.id}`, { title: "Other" })).status).toBe(200);
  });

  test("is restored when the decision is lifted, and the log names each action", async () => {
    const before = (await site.call("GET", API)).text;
    const suspended = await decide(open.id);
    expect(suspended.body.report).toMatchObject({ state: "actioned", creator: { suspended: true } });
    const lifted = await act(open.id, "lift", { reason: "A mistake." });
    expect(lifted.body.report).toMatchObject({ state: "reversed", decision: { active: false } });
    expect((await site.call("GET", API)).text).toBe(before);
    expect((await other.call("GET", "/@anna")).status).toBe(200);
    expect((await act(open.id, "lift", { reason: "Again." })).status).toBe(409);
    const { entries } = (await admin.call("GET", "/api/admin/audit")).body;
    expect(entries.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual([
      "report.lifted",
      "report.decided",
    ]);
    expect(JSON.stringify(entries)).not.toContain("Fake tickets");
  });

  test("stays suspended while another decision is in effect", async () => {
    await decide(open.id);
    const { id } = await report(site, admin);
    await decide(id, { scope: "account", ground: "law" });
    expect((await site.call("GET", "/@anna")).status).toBe(451);
    await act(id, "lift", { reason: "Enough." });
    expect((await site.call("GET", "/@anna")).status).toBe(410);
    expect((await anna.call("GET", "/api/creators/me")).body.creator.suspension).toBe("page");
    await act(open.id, "lift", { reason: "Enough." });
    expect((await site.call("GET", "/@anna")).status).toBe(200);
  });

  test("ends at its end date without an administrator", async () => {
    await decide(open.id, { until: "2999-01-01" });
    await site.runMaintenance();
    expect((await site.call("GET", "/@anna")).status).toBe(410);
    await site.sql`update decisions set until = now() - interval '1 second' where lifted_at is null`;
    await site.runMaintenance();
    expect((await other.call("GET", "/@anna")).status).toBe(200);
    const news = (await site.sentMails())
      .filter(({ to }) => to === anna.email)
      .map(({ html }) => JSON.parse(html).news);
    expect(news.at(-1)).toBe("ended");
  });
});

describe("a suspended account", () => {
  afterEach(reset);

  test("can sign in, read, object and sign out, but change nothing", async () => {
    await decide(open.id, { scope: "account" });
    const refused = { status: 403, body: { code: "accounts.suspended" } };
    expect(await anna.call("PATCH", `/api/tiles/${sold.tile.id}`, { title: "x" })).toMatchObject(refused);
    expect(await anna.call("POST", "/api/creators/me", { handle: "a2", displayName: "x" })).toMatchObject(
      refused,
    );
    expect(await anna.call("POST", "/api/files/upload", {})).toMatchObject(refused);
    expect((await anna.call("GET", "/api/orders")).status).toBe(200);
    const [decision] = await decisions();
    const objected = await anna.call("POST", `/api/account/decisions/${decision.id}/object`, { text: "No." });
    expect(objected.status).toBe(200);
  });

  test("is never an administrator's", async () => {
    const { id } = await report(site, admin, { url: `/@${second.handle}` });
    expect(await decide(id, { scope: "account" })).toMatchObject(rejection(409, "moderation.admin"));
  });
});

describe("a hidden tile", () => {
  afterEach(reset);

  test("is not on the page, whatever its creator changes, until the decision is lifted", async () => {
    const tile = await addTile(anna, { title: "Bad link" });
    await decide(open.id, { scope: "tile", tileId: tile.id });
    await anna.call("PATCH", `/api/tiles/${tile.id}`, { hidden: false, title: "Bad link again" });
    for (const node of [site, other]) {
      expect((await node.call("GET", API)).text).not.toContain("Bad link");
      expect((await node.call("GET", "/@anna")).text).not.toContain("Bad link");
    }
    const own = (await anna.call("GET", "/api/tiles")).body.tiles;
    expect(own.find(({ id }: { id: number }) => id === tile.id).state).toBe("blocked");
    expect((await decisions())[0]).toMatchObject({ scope: "tile", tile: "Bad link again" });
    await act(open.id, "lift", { reason: "Fine now." });
    expect((await site.call("GET", API)).text).toContain("Bad link again");
  });

  test("must belong to the reported creator", async () => {
    const tile = await addTile(second);
    const response = await decide(open.id, { scope: "tile", tileId: tile.id });
    expect(response).toMatchObject({ status: 400, body: { error: "Choose the tile to hide." } });
    expect((await site.call("GET", `/api/public/creator/${second.handle}`)).text).toContain(tile.title);
  });
});

describe("an objection", () => {
  afterEach(reset);
  const made = { id: 0 };
  beforeEach(async () => {
    await decide(open.id);
    made.id = (await decisions())[0].id;
  });
  const object = (by = anna) =>
    by.call("POST", `/api/account/decisions/${made.id}/object`, { text: "They are <b>real</b> tickets." });

  test("reopens the case once, even if it is sent twice at once", async () => {
    expect((await Promise.all([object(), object()])).map(({ status }) => status).sort()).toEqual([200, 409]);
    const waiting = (await admin.call("GET", "/api/admin/reports")).body.reports;
    expect(waiting).toContainEqual(expect.objectContaining({ id: open.id, state: "objected" }));
    // The page stays suspended for now.
    expect((await site.call("GET", "/@anna")).status).toBe(410);
  });

  test("waits for a deletion of its creator in progress", async () => {
    const deletion = await beginTransaction(site);
    await deletion.sql`select from creators where id = ${anna.creator.id} for update`;
    await deletion.sql`update reports set message = '' where creator_id = ${anna.creator.id}`;
    const sent = object();
    await untilWaiting(site);
    await deletion.sql`set local lock_timeout = '500ms'`;
    await deletion.sql`update decisions set reason = '' where creator_id = ${anna.creator.id}`;
    await deletion.rollback();
    expect((await sent).status).toBe(200);
  });

  test("is accepted only from the creator concerned, and for a limited time", async () => {
    expect((await object(second)).status).toBe(404);
    await site.sql`update decisions set created_at = now() - interval '190 days' where id = ${made.id}`;
    expect((await object()).status).toBe(409);
  });

  test("is answered once, by another administrator, and restores the page if the decision is reversed", async () => {
    await object();
    const answer = { outcome: "reversed", reason: "You are right." };
    expect(await act(open.id, "answer", answer)).toMatchObject(rejection(409, "moderation.other_admin"));
    const answers = await Promise.all([1, 2].map(() => act(open.id, "answer", answer, second)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await site.call("GET", "/@anna")).status).toBe(200);
    expect((await decisions())[0]).toMatchObject({
      active: false,
      objection: { text: "They are <b>real</b> tickets.", outcome: "reversed", answer: "You are right." },
    });
  });

  test("is answered by the deciding administrator if there is no other administrator", async () => {
    await object();
    await site.sql`update users set is_admin = false where id = ${second.creator.user_id}`;
    const answered = await act(open.id, "answer", { outcome: "upheld", reason: "It stays." });
    await site.sql`update users set is_admin = true where id = ${second.creator.user_id}`;
    expect(answered.body.report).toMatchObject({ state: "actioned", decision: { active: true } });
    expect((await site.call("GET", "/@anna")).status).toBe(410);
  });
});

describe("a decision", () => {
  afterEach(reset);

  test("is made once, even if two nodes receive it at once", async () => {
    const send = (node: typeof site, cookie: string) =>
      node.app.inject({
        method: "POST",
        url: `/api/admin/reports/${open.id}/decision`,
        headers: { cookie },
        payload: DECISION,
      });
    const sent = await Promise.all([send(site, admin.cookie), send(other, second.cookie)]);
    expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [row] = await site.sql`select count(*)::int as count from decisions where lifted_at is null`;
    expect(row.count).toBe(1);
  });

  test("does not change the page or email its creator when it dismisses a report", async () => {
    const before = (await site.sentMails()).filter(({ to }) => to === anna.email).length;
    const response = await decide(open.id, {
      scope: "none",
      ground: null,
      rule: null,
      reason: "Nothing wrong.",
    });
    expect(response.body.report).toMatchObject({ state: "dismissed" });
    expect((await site.call("GET", "/@anna")).status).toBe(200);
    expect((await site.sentMails()).filter(({ to }) => to === anna.email)).toHaveLength(before);
    expect(await decisions()).not.toContainEqual(expect.objectContaining({ reason: "Nothing wrong." }));
  });

  test.each([
    [{ scope: "delete" }, "Choose what to do."],
    [{ ground: null }, "Choose whether it is illegal or breaks the rules."],
    [{ rule: " " }, "Law or rule is required."],
    [{ reason: "" }, "Reason is required."],
    [{ reason: "x".repeat(4001) }, "Reason must be at most 4000 characters."],
    [{ scope: "tile" }, "Choose the tile to hide."],
    [{ until: "2020-01-01" }, "Choose a date after today, or none."],
    [{ until: "soon" }, "Choose a date after today, or none."],
  ])("requires a complete statement of reasons (%#)", async (given, error) => {
    expect(await decide(open.id, given)).toMatchObject({ status: 400, body: { error } });
  });

  test("settles all open reports about a suspended page, and counts in the transparency report", async () => {
    const more = await report(site, admin, { reason: "malware", message: "=cmd()" });
    await decide(open.id);
    expect((await admin.call("GET", `/api/admin/reports/${more.id}`)).body.report.state).toBe("actioned");
    const today = new Date().toISOString().slice(0, 10);
    const csv = await admin.call("GET", `/api/admin/reports.csv?from=2026-01-01&to=${today}`);
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(csv.text).toContain(`2026-01-01,${today},malware,actioned,page,rules,1,1,0,0,0,0.0`);
    expect((await admin.call("GET", "/api/admin/reports.csv?from=2026-02-01&to=2026-01-01")).status).toBe(
      400,
    );
  });
});
