import { beforeAll, beforeEach, expect, test } from "vitest";
import { addTile, type TestUser } from "../../testing/factories.ts";
import { type Statement, watchStatements } from "../../testing/statements.ts";
import { testSite } from "../../testing/test-site.ts";

let anna: TestUser;
let tileId: number;
let statements: Statement[];
const site = testSite();
beforeAll(async () => {
  statements = watchStatements(site.db);
  anna = await site.signUp({ handle: "anna" });
  for (let number = 0; number < 3; number++) tileId = (await addTile(anna, { title: "Before" })).id;
});
beforeEach(() => {
  statements.length = 0;
});

const patch = (body: object) => anna.call("PATCH", `/api/tiles/${tileId}`, body);
const names = () => statements.map(({ name }) => name);

test("reads an uncached page with two prepared statements", async () => {
  await patch({ title: "Not cached" });
  statements.length = 0;
  expect((await site.call("GET", "/@anna")).text).toContain("Not cached");
  expect(names()).toEqual(["read_page_creator", "list_public_tiles"]);
});

test("reads a page with a payment provider, tips and several parts with two more statements", async () => {
  await site.query(
    "update creators set payment_provider = 'stripe', tips_enabled = true where handle = 'anna'",
  );
  await site.sql`insert into tiles (creator_id, type, title, url, position) select ${anna.creator.id}, 'link',
    'More', 'https://a.example/', n from generate_series(10, 100) n`;
  await patch({ title: "Long" });
  statements.length = 0;
  expect((await site.call("GET", "/@anna")).text).toContain("Long");
  expect(names().toSorted()).toEqual([
    "find_chosen_account",
    "list_public_tile_ids",
    "list_public_tiles",
    "read_page_creator",
  ]);
  await site.query("update creators set payment_provider = 'none' where handle = 'anna'");
});

test("saves a tile with six statements in its transaction and prepares its reads", async () => {
  const { body } = await patch({ title: "Saved" });
  expect(body.tile).toMatchObject({ id: tileId, title: "Saved", state: "live" });
  const [begin, ...rest] = names().filter((name) => name !== "find_session_viewer");
  expect(begin).toBeUndefined();
  // The others notify the nodes, search for webhooks of the page, and commit.
  expect(rest).toEqual(["lock_creator", "find_tile", "update_tile", undefined, undefined, undefined]);
});
