import { beforeAll, expect, test } from "vitest";
import { addProduct, modelOf, offer, signUpVerified, type TestUser } from "../../testing/factories.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite({ publicUrl: "https://tessera.example" });
let anna: TestUser;
beforeAll(async () => {
  anna = await signUpVerified(site, { handle: "anna", displayName: "Anna & Co" });
});

const feed = (handle = "anna", headers: Record<string, string> = {}) =>
  site.call("GET", `/@${handle}/feed`, undefined, headers);
const titlesIn = (xml: string) =>
  [...xml.matchAll(/<entry>\n<id>.*<\/id>\n<title>(.*?)<\/title>/g)].map(([, title]) => title);
const addEmails = (user: TestUser, count: number, more: { body?: string; isPublished?: boolean } = {}) =>
  site.sql`insert into campaigns (created_by, creator_id, subject, body, page_key, published_at, fingerprint)
    select gen_random_uuid(), ${user.creator.id}, 'Email ' || n, ${more.body ?? "Hello **you**."},
      substr(md5(random()::text), 1, 16), ${more.isPublished === false ? null : "2026-01-01"}::timestamptz + make_interval(secs => n), sha256('x')
    from generate_series(1, ${count}) n returning id`;

test("has no entries at first", async () => {
  const { status, headers, text } = await feed();
  expect([status, headers["content-type"]]).toEqual([200, "application/atom+xml; charset=utf-8"]);
  expect(titlesIn(text)).toEqual([]);
  expect(text).toContain("<title>Anna &amp; Co</title>");
});

test("lists published emails and products that have a page, newest first, without anyone's email", async () => {
  const [{ id }] = await addEmails(anna, 1, { body: "See [this](https://shop.example/a)." });
  await addEmails(anna, 1, { isPublished: false });
  await addProduct(anna, { name: "Cup & saucer", description: "Two *pieces*" });
  await addProduct(anna, { name: "Draft", active: false });
  await addProduct(anna, { name: "Tip", type: "tip" });
  await offer(anna, { name: "Off" }, { active: false });
  const { text } = await feed();
  expect(titlesIn(text)).toEqual(["Cup &amp; saucer", "Email 1"]);
  expect(text).toContain('href="https://tessera.example/@anna/cup-saucer"');
  expect(text).toContain("<summary>See this.</summary>");
  expect(text).not.toContain(anna.email);
  await site.sql`update campaigns set published_at = null where id = ${id}`;
  expect(titlesIn((await feed()).text)).toEqual(["Cup &amp; saucer"]);
});

test("keeps the identifiers of entries when the handle changes, and redirects the former one", async () => {
  const berta = await signUpVerified(site, { handle: "berta" });
  await addProduct(berta, { name: "Vase" });
  const idsIn = (xml: string) => [...xml.matchAll(/<id>(.*?)<\/id>/g)].map(([, id]) => id);
  const before = await feed("berta");
  await berta.call("POST", "/api/creators/me", { handle: "berta-new", displayName: "Berta" });
  const moved = await feed("berta");
  expect([moved.status, moved.headers.location]).toEqual([302, "/@berta-new/feed"]);
  expect(idsIn((await feed("berta-new")).text)).toEqual(idsIn(before.text));
});

test("returns 304 for a copy that is current", async () => {
  const first = await feed();
  expect(first.headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
  const etag = first.headers.etag;
  expect((await feed("anna", { "if-none-match": etag ?? "" })).status).toBe(304);
  await addProduct(anna, { name: "Bowl" });
  expect((await feed("anna", { "if-none-match": etag ?? "" })).status).toBe(200);
});

test("stays bounded with 1,000 emails, of which the page lists the newest three", async () => {
  const clara = await signUpVerified(site, { handle: "clara" });
  await addEmails(clara, 1000);
  expect(titlesIn((await feed("clara")).text)).toEqual(
    Array.from({ length: 30 }, (_, index) => `Email ${1000 - index}`),
  );
  const { latestEmails } = modelOf((await site.call("GET", "/@clara")).text);
  expect(latestEmails.map(({ subject }: { subject: string }) => subject)).toEqual([
    "Email 1000",
    "Email 999",
    "Email 998",
  ]);
  expect(new Date(latestEmails[0].sentAt).toISOString()).toBe(latestEmails[0].sentAt);
});

test("leaves out emails with a link that was blocked since", async () => {
  const dora = await signUpVerified(site, { handle: "dora" });
  await addEmails(dora, 1);
  await addEmails(dora, 1, { body: "https://blocked.example/x" });
  expect(titlesIn((await feed("dora")).text)).toHaveLength(2);
  await site.sql`insert into blocks (kind, value, created_by) values ('link', 'blocked.example', gen_random_uuid())`;
  expect(titlesIn((await feed("dora")).text)).toHaveLength(1);
});

test("returns 404 for unknown and deleted creators, and 410 or 451 for suspended ones", async () => {
  expect([(await feed("nobody")).status, (await feed("-")).status]).toEqual([404, 404]);
  const { creator } = await signUpVerified(site, { handle: "emil" });
  for (const [ground, status] of [
    ["rules", 410],
    ["law", 451],
  ] as const) {
    await site.sql`update creators set suspension = 'page', suspended_for = ${ground} where id = ${creator.id}`;
    expect((await feed("emil")).status).toBe(status);
  }
  await site.sql`update creators set suspension = null, suspended_for = null, offline_since = now() where id = ${creator.id}`;
  expect((await feed("emil")).status).toBe(404);
});
