import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { FUNNEL_DIMENSIONS, Funnel } from "../../../contract/api/funnel.ts";
import { addTile, offer, rejection, type TestUser } from "../../testing/factories.ts";
import { addLines } from "../../testing/sold-orders.ts";
import { openSite, testSite, testUser } from "../../testing/test-site.ts";
import { countFunnel } from "../analytics/index.ts";

const site = testSite();
const other = testSite(() => ({ databaseUrl: site.databaseUrl }));
const anna = testUser(site, { handle: "anna", plan: "creator", verified: true });
const berta = testUser(site);

const PATH = "/api/analytics/funnel";
const DAY_MS = 86_400_000;
const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

/** Reads a funnel once all visits are counted, because each request counts for a short time only. */
async function read(query = "", user: TestUser = anna): Promise<Funnel> {
  for (;;) {
    const response = await user.call("GET", `${PATH}${query}`);
    expect(response.status, response.text).toBe(200);
    const funnel = Funnel.parse(response.body);
    if (funnel.counted_until === null) return funnel;
  }
}

const SOURCES = [
  "instagram",
  "youtube",
  "tiktok",
  "email",
  "google",
  "direct",
  "unknown",
  "reddit",
  "bing",
  "poster",
  "facebook",
];
const COUNTRIES = ["AT", "DE", null];
const DEVICES = ["mobile", "desktop", null];

/**
 * Creates a creator with a month of visits from eleven sources and sales of all kinds, spread by fixed rules.
 */
async function monthOfVisits(node = site) {
  const user = await node.signUp();
  const id = user.creator.id;
  await node.sql`update creators set plan = 'creator' where id = ${id}`;
  const tiles = [
    await addTile(user),
    (await offer(user, { name: randomUUID() })).tile,
    (await offer(user, { name: randomUUID() })).tile,
  ];
  const links = await Promise.all(
    ["story", "poster"].map(async (name) => {
      const made = await user.call("POST", "/api/campaign-links", { title: name, name, source: "poster" });
      return made.body.link.id as number;
    }),
  );
  // Just after midnight, subtracting minutes reaches the day before. With 29 days it still is one of the
  // thirty.
  const dayAndMinute = (at: number) => ({ days: at % 29, mins: at });
  const visits = Array.from({ length: 400 }, (_, at) => {
    const event = ["page_view", "page_view", "tile_click", "checkout_start", "play", "signup"][at % 6] ?? "";
    return {
      event,
      // Some events of tiles do not name their tile.
      tile_id:
        ["tile_click", "checkout_start", "play"].includes(event) && at % 48 > 4 ? tiles[at % 3]?.id : null,
      device: DEVICES[at % 3],
      country: COUNTRIES[(at >> 1) % 3],
      source: SOURCES[at % 11],
      campaign_id: at % 5 === 0 ? links[at % 2] : null,
      ...dayAndMinute(at),
    };
  });
  await node.sql`insert into events (creator_id, tile_id, event, device, country, source, campaign_id, created_at)
    select ${id}, tile_id, event, device, country, source, campaign_id, now() - make_interval(days => days, mins => mins)
    from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb)
      as v (tile_id bigint, event text, device text, country text, source text, campaign_id bigint, days int, mins int)`;
  const orders = Array.from({ length: 40 }, (_, at) => {
    const amount = 2500 + at;
    // Refunded in full, in part or not at all.
    const refunded = [amount, 0, 700, 0, 0][at % 5] ?? 0;
    return {
      tile_id: at % 9 === 0 ? null : tiles[at % 3]?.id,
      amount_cents: amount,
      currency: at % 7 === 0 ? "usd" : "eur",
      refunded_cents: refunded,
      fee_returned_cents: [125, 0, 35, 0, 0][at % 5],
      // The bank disputes the amount that was not refunded.
      disputed_cents: at % 13 === 3 ? amount - refunded : 0,
      status: refunded === amount ? "refunded" : at % 13 === 3 ? "disputed" : "paid",
      mode: [null, "live", "test", "live", "sandbox", "live"][at % 6],
      visit_source: at % 4 === 0 ? null : SOURCES[at % 11],
      visit_device: DEVICES[at % 3],
      visit_country: COUNTRIES[(at >> 1) % 3],
      visit_campaign_id: at % 8 < 2 ? links[at % 2] : null,
      secret: randomUUID(),
      ...dayAndMinute(at),
    };
  });
  await node.sql`insert into orders (creator_id, tile_id, amount_cents, currency, fee_bps, fee_cents,
      refunded_cents, fee_returned_cents, disputed_cents, provider, mode, status, paid_at, visit_source, visit_device, visit_country,
      visit_campaign_id, checkout_token_hash, order_token_hash)
    select ${id}, tile_id, amount_cents, currency, 500, 125, refunded_cents, fee_returned_cents, disputed_cents,
      case when mode is null then 'mock' else 'sandbox' end, mode, status, now() - make_interval(days => days, mins => mins),
      visit_source, visit_device, visit_country, visit_campaign_id, sha256(('c' || secret)::bytea), sha256(('o' || secret)::bytea)
    from jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
      as o (tile_id bigint, amount_cents int, currency text, refunded_cents int, fee_returned_cents int,
        disputed_cents int, status text, mode text, visit_source text, visit_device text, visit_country text, visit_campaign_id bigint,
        secret text, days int, mins int)`;
  await addLines(node);
  return { user, id, tiles, links };
}

type Shop = Awaited<ReturnType<typeof monthOfVisits>>;
type Filter = Partial<Record<(typeof FUNNEL_DIMENSIONS)[number], string>>;

/** Returns all subsets of some filters, including none and all. */
function subsetsOf(filter: Filter): Filter[] {
  const entries = Object.entries(filter);
  return Array.from({ length: 2 ** entries.length }, (_, chosen) =>
    Object.fromEntries(entries.filter((_entry, place) => (chosen >> place) % 2 === 1)),
  );
}

/** Counts everything from single events and orders, independently of the product's code. */
async function recount(
  { id }: Shop,
  { from, to, kind, filter }: { from: string; to: string; kind: string; filter: Filter },
) {
  const events =
    await site.sql`select event, tile_id, coalesce(source, 'unknown') as source, coalesce(country, 'unknown') as country,
      coalesce(device, 'unknown') as device, coalesce(campaign_id::text, 'none') as campaign, (created_at at time zone 'UTC')::date::text as day
    from events where creator_id = ${id}`;
  const orders =
    await site.sql`select *, coalesce(tile_id::text, 'none') as tile, coalesce(visit_source, 'unknown') as source,
      coalesce(visit_country, 'unknown') as country, coalesce(visit_device, 'unknown') as device,
      coalesce(visit_campaign_id::text, 'none') as campaign, (paid_at at time zone 'UTC')::date::text as day,
      case when mode is null then 'mock' when mode = 'live' then 'live' else 'test' end as kind
    from orders where creator_id = ${id} and paid_at is not null`;
  const withTile = events.map((event) => ({
    ...event,
    tile: ["tile_click", "play", "checkout_start"].includes(event.event)
      ? String(event.tile_id ?? "none")
      : undefined,
  }));
  const inDays = (row: { day: string }) => row.day >= from && row.day <= to;
  const matches = (row: Record<string, unknown>, except?: string) =>
    Object.entries(filter).every(
      ([name, key]) => name === except || row[name] === undefined || row[name] === key,
    );
  const of = (except: string | undefined, also: (row: Record<string, unknown>) => boolean) => {
    const seen = withTile.filter((row) => inDays(row) && matches(row, except) && also(row));
    const sold = orders.filter(
      (row) => inDays(row as never) && row.kind === kind && matches(row, except) && also(row),
    );
    const count = (event: string) => seen.filter((row) => row.event === event).length;
    const currencies = [...new Set(sold.map((row) => row.currency as string))].sort();
    return {
      views: count("page_view"),
      clicks: count("tile_click"),
      checkouts: count("checkout_start"),
      paid: sold.length,
      money: currencies.map((currency) => {
        const rows = sold.filter((row) => row.currency === currency);
        const sum = (value: (row: Record<string, number>) => number) =>
          rows.reduce((total, row) => total + value(row as never), 0);
        return {
          currency,
          revenue_cents: sum((row) => row.amount_cents ?? 0),
          returned_cents: sum((row) => (row.refunded_cents ?? 0) + (row.disputed_cents ?? 0)),
          fee_cents: sum((row) => (row.fee_cents ?? 0) - (row.fee_returned_cents ?? 0)),
          kept_cents: sum(
            (row) =>
              (row.amount_cents ?? 0) -
              (row.refunded_cents ?? 0) -
              (row.disputed_cents ?? 0) -
              (row.fee_cents ?? 0) +
              (row.fee_returned_cents ?? 0),
          ),
        };
      }),
    };
  };
  return of;
}

/** Compares a funnel with the recount: totals, days and every row of every table. */
async function expectRecounted(
  shop: Shop,
  funnel: Funnel,
  { kind = "live", filter = {} }: { kind?: string; filter?: Filter } = {},
) {
  const of = await recount(shop, { from: funnel.from, to: funnel.to, kind, filter });
  expect(funnel.totals).toMatchObject(of(undefined, () => true));
  for (const { date, ...counts } of funnel.days)
    expect([date, counts]).toEqual([date, of(undefined, (row) => row.day === date)]);
  for (const dimension of FUNNEL_DIMENSIONS) {
    for (const { key, title: _title, ...counts } of funnel.tables[dimension]) {
      expect([dimension, key, counts]).toEqual([
        dimension,
        key,
        of(dimension, (row) => row[dimension] === key),
      ]);
    }
    // Each table's rows add up to the total. Views belong to the page, so tiles have 0 views.
    const all = of(dimension, () => true);
    for (const name of ["views", "clicks", "checkouts", "paid"] as const) {
      const sum = funnel.tables[dimension].reduce((total, row) => total + row[name], 0);
      const expected = name === "views" && dimension === "tile" ? 0 : all[name];
      expect([dimension, name, sum]).toEqual([dimension, name, expected]);
    }
  }
}

describe("a month of visits from eleven sources and forty sales", () => {
  test("equals a recount of the single events and orders, with any filter and count state", async () => {
    const shop = await monthOfVisits();
    const { user, tiles, links, id } = shop;
    const keys = {
      source: "instagram",
      tile: String(tiles[1]?.id),
      country: "AT",
      device: "mobile",
      campaign: String(links[0]),
    };
    const others: Filter[] = [
      { campaign: "none", source: "poster" },
      { tile: "none" },
      { country: "unknown" },
      { source: "unknown", device: "tablet" },
      { source: "youtube", tile: String(tiles[2]?.id), device: "desktop", country: "DE", campaign: "none" },
    ];
    for (const filter of [...subsetsOf(keys), ...others])
      for (const kind of Object.keys(filter).length > 1 ? ["live"] : ["live", "test", "mock"]) {
        const query = new URLSearchParams({ ...filter, money: kind, from: dayBefore(29) });
        await expectRecounted(shop, await read(`?${query}`, user), { kind, filter });
      }
    const [row] = await site.sql`select count(*)::int as counted from funnel_counts where creator_id = ${id}`;
    expect(row.counted, "most of it is counted").toBeGreaterThan(100);
    await expectRecounted(shop, await read(`?from=${dayBefore(9)}&to=${dayBefore(3)}`, user));
  });

  test("compares a period with as many days before it", async () => {
    const { user, id } = await monthOfVisits();
    const funnel = await read(`?from=${dayBefore(9)}&to=${dayBefore(0)}`, user);
    const before = await read(`?from=${dayBefore(19)}&to=${dayBefore(10)}`, user);
    expect(funnel.previous).toEqual(before.totals);
    expect(before.totals.views).toBeGreaterThan(0);
    const filter = "device=mobile&country=AT";
    const filtered = await read(`?${filter}&from=${dayBefore(9)}`, user);
    const filteredBefore = await read(`?${filter}&from=${dayBefore(19)}&to=${dayBefore(10)}`, user);
    expect(filtered.previous).toEqual(filteredBefore.totals);
    expect(id).toBeGreaterThan(0);
  });

  test("keeps kinds of sales apart and lists the existing kinds", async () => {
    const { user } = await monthOfVisits();
    const [live, test_, mock] = await Promise.all(
      ["live", "test", "mock"].map((kind) => read(`?money=${kind}`, user)),
    );
    expect(live?.kinds).toEqual(["live", "mock", "test"]);
    const paid = [live, test_, mock].map((funnel) => funnel?.totals.paid ?? 0);
    expect(paid.reduce((sum, count) => sum + count, 0)).toBe(40);
    expect(Math.min(...paid)).toBeGreaterThan(0);
  });

  test("exports every table as CSV with the same sums", async () => {
    const { user } = await monthOfVisits();
    const funnel = await read("", user);
    for (const table of [...FUNNEL_DIMENSIONS, "day"]) {
      const { status, text, headers } = await user.call("GET", `/api/analytics/export?table=${table}`);
      expect(status, text).toBe(200);
      expect(headers["content-type"]).toContain("text/csv");
      const lines = text
        .replace("\ufeff", "")
        .trim()
        .split("\r\n")
        .map((line) => line.split(","));
      const column = (name: string) => lines[0]?.indexOf(name) ?? -1;
      const sum = (name: string) =>
        lines.slice(1).reduce((total, line) => total + Number(line[column(name)]), 0);
      expect(sum("Sales"), table).toBe(funnel.totals.paid);
      const kept = funnel.totals.money.reduce((total, money) => total + money.kept_cents, 0);
      expect(Math.round(sum("Net") * 100), table).toBe(kept);
    }
  });
});

test("counts exactly when two nodes count concurrently and one dies halfway", async () => {
  const shop = await monthOfVisits();
  const { id, user } = shop;
  const counting = { creatorId: id, retentionDays: 400, milliseconds: 5_000 };
  const dying = await openSite({ databaseUrl: site.databaseUrl });
  const broken = countFunnel(dying.db, counting).catch(() => undefined);
  await Promise.all([countFunnel(site.db, counting), countFunnel(other.db, counting), broken]);
  await countFunnel(site.db, counting);
  await expectRecounted(shop, await read("", user));
});

test("counts an event once, however often its hour is read", async () => {
  const user = await site.signUp();
  await site.sql`update creators set plan = 'creator' where id = ${user.creator.id}`;
  await site.sql`insert into events (creator_id, event, created_at) values (${user.creator.id}, 'page_view', now() - interval '3 hours')`;
  for (let time = 0; time < 3; time++) expect((await read("", user)).totals.views).toBe(1);
  await site.sql`insert into events (creator_id, event) values (${user.creator.id}, 'page_view')`;
  for (let time = 0; time < 2; time++) expect((await read("", user)).totals.views).toBe(2);
});

test("limits 500 invented sources of a day to 100 names and one for the rest, without changing the sums", async () => {
  const user = await site.signUp();
  const { id } = user.creator;
  await site.sql`update creators set plan = 'creator' where id = ${id}`;
  await site.sql`insert into events (creator_id, event, source, created_at)
    select ${id}, 'page_view', 'name-' || i, date_trunc('day', now(), 'UTC') - interval '20 hours' from generate_series(1, 500) i`;
  await site.sql`insert into events (creator_id, event, source, created_at) values (${id}, 'page_view', 'instagram', date_trunc('day', now(), 'UTC') - interval '20 hours')`;
  const funnel = await read("", user);
  expect(funnel.totals.views).toBe(501);
  expect(funnel.tables.source).toHaveLength(102);
  expect(funnel.tables.source.map(({ key }) => key)).toEqual(expect.arrayContaining(["instagram", "other"]));
  expect(funnel.tables.source.reduce((sum, { views }) => sum + views, 0)).toBe(501);
});

describe("the funnel", () => {
  test("is refused on the Free plan, while the summary still works", async () => {
    expect(await berta.call("GET", PATH)).toMatchObject(rejection(403, "funnel.plan_required"));
    expect((await berta.call("GET", "/api/analytics/export?table=day")).status).toBe(403);
    expect((await berta.call("GET", "/api/analytics/summary")).status).toBe(200);
  });

  test.each([
    {
      query: `?from=${dayBefore(1)}&to=${dayBefore(2)}`,
      fields: { from: ["The first day must not be after the last one."] },
    },
    { query: "?from=2020-01-01", fields: { from: [expect.stringMatching(/^Choose days from 20\d\d-/)] } },
    { query: "?to=2199-01-01", fields: { to: [expect.stringMatching(/^Choose days from 20\d\d-/)] } },
    { query: "?from=yesterday", fields: { from: ["Choose a day such as 2026-11-25."] } },
    { query: "?tile=999999999", fields: { tile: ["This row does not exist any more. Clear the filter."] } },
    {
      query: "?campaign=999999999",
      fields: { campaign: ["This row does not exist any more. Clear the filter."] },
    },
    { query: "?device=fridge", fields: { device: ["Choose one of the rows of the table."] } },
    { query: "?country=Austria", fields: { country: ["Choose one of the rows of the table."] } },
    {
      query: `?source=${encodeURIComponent("<script>")}`,
      fields: { source: ["Choose one of the rows of the table."] },
    },
    { query: "?money=all", fields: { money: ["Choose live, test or mock sales."] } },
  ])("rejects $query at its field", async ({ query, fields }) => {
    const response = await anna.call("GET", `${PATH}${query}`);
    expect([response.status, response.body.details?.fieldErrors]).toEqual([400, fields]);
  });

  test("rejects another creator's tile as a filter", async () => {
    const tile = await addTile(berta);
    expect((await anna.call("GET", `${PATH}?tile=${tile.id}`)).status).toBe(400);
  });
});

test("marks page changes on their day, a price with its first and last value", async () => {
  const user = await site.signUp();
  await site.sql`update creators set plan = 'creator' where id = ${user.creator.id}`;
  const { product, tile } = await offer(user, { name: "Bowl", priceCents: 1000 });
  await user.call("PATCH", `/api/products/${product.id}`, { priceCents: 1200 });
  await user.call("PATCH", `/api/products/${product.id}`, { priceCents: 1500 });
  await user.call("POST", "/api/announcement", { text: "New bowls" });
  await user.call("PATCH", "/api/appearance", { theme: "poster" });
  await user.call("DELETE", `/api/tiles/${tile.id}`);
  const date = dayBefore(0);
  expect((await read("", user)).changes).toEqual([
    { date, kind: "announcement_changed", title: null, price: null },
    { date, kind: "appearance_changed", title: null, price: null },
    {
      date,
      kind: "price_changed",
      title: "Bowl",
      price: { currency: "eur", from_cents: 1000, to_cents: 1500 },
    },
    { date, kind: "tile_added", title: "Bowl", price: null },
    { date, kind: "tile_removed", title: "Bowl", price: null },
  ]);
});
