import { expect, test } from "vitest";
import type { Tile } from "../../../contract/api/tiles.ts";
import { addProduct, modelOf } from "../../testing/factories.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

const PATH = "/api/tiles";
const concert = {
  type: "event",
  title: "Concert",
  eventStartsAt: "2098-10-24T20:00",
  eventTimeZone: "Europe/Berlin",
  place: "Old Mill, Lübeck",
  url: "https://tickets.example/1",
};
const add = (changes: object = {}) => anna.call("POST", PATH, { ...concert, ...changes });
const page = () => site.call("GET", `/@${anna.creator.handle}`);
const pageOf = async (): Promise<Tile[]> => modelOf((await page()).text).tiles;
const calendarOf = (id: number) => site.call("GET", `/@${anna.creator.handle}/events/${id}.ics`);

test("stores instants with their zone, and ends an event without an end with its day", async () => {
  const { body } = await add();
  expect(body.tile).toMatchObject({
    state: "live",
    active: true,
    url: "https://tickets.example/1",
    event: {
      starts_at: "2098-10-24T18:00:00.000Z",
      ends_at: null,
      time_zone: "Europe/Berlin",
      place: "Old Mill, Lübeck",
      sold_out: false,
    },
    ends_at: "2098-10-24T22:00:00.000Z",
  });
  const longer = { eventEndsAt: "2098-10-25T01:00", soldOut: true };
  const changed = await anna.call("PATCH", `${PATH}/${body.tile.id}`, longer);
  expect(changed.body.tile).toMatchObject({
    event: { starts_at: "2098-10-24T18:00:00.000Z", ends_at: "2098-10-24T23:00:00.000Z", sold_out: true },
    ends_at: "2098-10-24T23:00:00.000Z",
  });
});

test("uses the creator's zone by default, and the first of two equal times when the clocks go back", async () => {
  const profile = { handle: anna.creator.handle, displayName: "Anna", timeZone: "America/New_York" };
  await anna.call("POST", "/api/creators/me", profile);
  const { body } = await add({ eventTimeZone: null, eventStartsAt: "2096-02-29T20:00" });
  expect(body.tile).toMatchObject({
    event: { starts_at: "2096-03-01T01:00:00.000Z", time_zone: "America/New_York" },
    ends_at: "2096-03-01T05:00:00.000Z",
  });
  const autumn = { eventTimeZone: "Europe/Berlin", eventStartsAt: "2026-10-25T02:30" };
  const twice = await add({ ...autumn, eventEndsAt: "2026-10-25T01:30:00Z" });
  expect(twice.body.tile.event).toMatchObject({
    starts_at: "2026-10-25T00:30:00.000Z",
    ends_at: "2026-10-25T01:30:00.000Z",
  });
});

test.each([
  [{ eventStartsAt: null }, { eventStartsAt: ["Enter the start of the event."] }],
  [{ eventEndsAt: "2098-10-24T19:59" }, { eventEndsAt: ["The event must end after its start."] }],
  [{ eventEndsAt: "2098-10-24T18:00:00Z" }, { eventEndsAt: ["The event must end after its start."] }],
  [
    { eventStartsAt: "2097-02-29T20:00" },
    { eventStartsAt: ["The start must be a date of the calendar with a time from 00:00 to 23:59."] },
  ],
  [{ startsAt: "2098-12-01T00:00" }, { startsAt: ["The tile must be shown before the event is over."] }],
  [{ productId: 1 }, { productId: ["Choose a ticket link or a product, not both."] }],
  [{ url: "javascript:alert(1)" }, { url: ["Destination URL must include http:// or https://"] }],
  [{ place: "x".repeat(201) }, { place: ["Place must be at most 200 characters."] }],
])("rejects %j", async (changes, fieldErrors) => {
  expect(await add(changes)).toMatchObject({ status: 400, body: { details: { fieldErrors } } });
});

test("rejects a blocked ticket link or place, and another creator's product", async () => {
  await site.sql`insert into blocks (kind, value, note, created_by)
    select 'link', 'bad.example', 'Abuse', user_id from creators where id = ${anna.creator.id}`;
  expect((await add({ url: "https://bad.example/1" })).status).toBe(400);
  for (const place of ["https://www.bad.example/join", "Online: http://bad.example, at 8"])
    expect(await add({ place })).toMatchObject({
      status: 400,
      body: { details: { fieldErrors: { place: [expect.stringContaining("bad.example aren't allowed")] } } },
    });
  const { body } = await add({ place: "https://good.example/join" });
  await site.sql`insert into blocks (kind, value, note, created_by)
    select 'link', 'good.example', 'Abuse', user_id from creators where id = ${anna.creator.id}`;
  expect((await anna.call("PATCH", `${PATH}/${body.tile.id}`, { title: "Kept" })).status).toBe(200);
  const bob = await site.signUp();
  const { id } = await addProduct(bob);
  expect((await add({ url: null, productId: id })).body.code).toBe("tiles.product_not_own");
});

test("takes an event off the page when it is over", async () => {
  const past = await add({ eventStartsAt: "2020-02-29T20:00" });
  expect([past.status, past.body.tile.state]).toEqual([201, "ended"]);
  expect((await calendarOf(past.body.tile.id)).status).toBe(404);
  const { body } = await add();
  expect(await pageOf()).toMatchObject([{ id: body.tile.id }]);
  // The end of the display moves the way it does for every tile, so the cached page follows.
  await site.sql`update tiles set ends_at = now() + interval '300 milliseconds' where id = ${body.tile.id}`;
  await anna.call("PATCH", `${PATH}/${past.body.tile.id}`, { title: "Then" });
  await expect.poll(pageOf, { timeout: 20_000 }).toEqual([]);
});

test("sells a product as the ticket, and is sold out with it", async () => {
  const product = await addProduct(anna, { stock: 0 });
  const { body } = await add({ url: null, productId: product.id });
  expect(body.tile).toMatchObject({ event: { sold_out: false }, product: { sold_out: true } });
  const kept = await anna.call("PATCH", `${PATH}/${body.tile.id}`, { type: "text", description: "A text." });
  expect(kept.body.tile).toMatchObject({ event: null, product_id: null, ends_at: null });
});

test("counts as a tile of the Free plan", async () => {
  for (let index = 0; index < 5; index++) expect((await add()).status).toBe(201);
  expect((await add()).body.code).toBe("tiles.limit_reached");
});

test("sends a calendar file of an event on the page only", async () => {
  const { body } = await add({ description: "Doors **open** at 7; bring a friend" });
  const { status, headers, text } = await calendarOf(body.tile.id);
  expect([status, headers["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(text).toContain(
    "\r\nDTSTART:20981024T180000Z\r\nSUMMARY:Concert\r\nLOCATION:Old Mill\\, Lübeck\r\n",
  );
  expect(text).toContain("DESCRIPTION:Doors open at 7\\; bring a friend");
  const { body: link } = await anna.call("POST", PATH, {
    type: "link",
    title: "Shop",
    url: "https://shop.example/",
  });
  expect((await calendarOf(link.tile.id)).status).toBe(404);
  const bob = await site.signUp();
  const foreign = await site.call("GET", `/@${bob.creator.handle}/events/${body.tile.id}.ics`);
  expect(foreign.status).toBe(404);
  await anna.call("PATCH", `${PATH}/${body.tile.id}`, { hidden: true });
  expect((await calendarOf(body.tile.id)).status).toBe(404);
});
