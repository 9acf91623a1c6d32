import { expect, test } from "vitest";
import { Funnel } from "../../../contract/api/funnel.ts";
import { offer } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

const site = testSite();
const anna = testUser(site, { plan: "creator" });

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

async function read(query: string): Promise<Funnel> {
  const response = await anna.call("GET", `/api/analytics/funnel${query}`);
  expect(response.status, response.text).toBe(200);
  return Funnel.parse(response.body);
}

/** Visits the page and buys in the mock checkout. */
async function buyFrom(tileId: number, visit: { source: string; campaign: string }): Promise<void> {
  const agent = { "user-agent": FIREFOX };
  const started = await site.call("POST", "/api/public/checkout", { tileId, ...visit }, agent);
  const token = started.body.mockCheckoutUrl.replace("/checkout/mock/", "");
  expect((await site.call("POST", `/api/public/checkout/${token}/pay`, {})).status).toBe(200);
}

test("keeps the figures and filters of a deleted tile and campaign link", async () => {
  const { tile } = await offer(anna);
  const link = { title: "Story", name: "story", source: "instagram" };
  const { id } = (await anna.call("POST", "/api/campaign-links", link)).body.link;
  await site.sql`insert into events (creator_id, event, tile_id, source, campaign_id)
    values (${anna.creator.id}, 'tile_click', ${tile.id}, 'instagram', ${id}), (${anna.creator.id}, 'tile_click', ${tile.id}, 'direct', null)`;
  await buyFrom(tile.id, { source: "instagram", campaign: "story" });
  await anna.call("DELETE", `/api/campaign-links/${id}`);
  // Deletes the tile for good, as at the end of its time in "Recently deleted".
  await site.sql`delete from tiles where id = ${tile.id}`;
  expect((await read("?money=mock")).tables.tile).toEqual([
    expect.objectContaining({ key: String(tile.id), title: null, clicks: 2, paid: 1 }),
  ]);
  expect((await read(`?money=mock&tile=${tile.id}`)).totals).toMatchObject({ clicks: 2, paid: 1 });
  expect((await read(`?money=mock&campaign=${id}`)).totals).toMatchObject({ clicks: 1, paid: 1 });
  const csv = await anna.call("GET", `/api/analytics/export?table=source&money=mock&campaign=${id}`);
  expect([csv.status, csv.text.trim().split("\r\n").length], csv.text).toEqual([200, 2]);
});

test.each([
  { days: 199, stored: true },
  { days: 200, stored: false },
])(
  "reports for the last $days days whether the visits of the period before are stored: $stored",
  async ({ days, stored }) => {
    expect((await read(`?from=${dayBefore(days)}`)).previous_stored).toBe(stored);
  },
);
