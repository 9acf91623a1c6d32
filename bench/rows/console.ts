import { call, makeCreator } from "../fixtures.ts";
import { loadInTurn, withoutFailures } from "../load.ts";
import { atMost, skipped } from "../report.ts";
import type { Row } from "../row.ts";

/** The list of tiles for a dashboard. */
export const tilesRow: Row = {
  name: "tiles",
  async run({ product, rounds, seconds }) {
    const { cookie } = await makeCreator(product);
    const url = `${product.url}/api/tiles`;
    const [ours] = await loadInTurn([{ url, headers: { cookie }, connections: 20, seconds }], rounds);
    const { p95 } = withoutFailures(ours);
    return [atMost("GET /api/tiles, signed in, 24 tiles, 20 connections, p95", p95, 10, "ms")];
  },
};

const USERS = 100_000;

/** List and search of users for an administrator of a large installation. */
export const adminRow: Row = {
  name: "admin",
  async run({ product, rounds, seconds, say }) {
    const { id, cookie } = await makeCreator(product, 0);
    await product.database.query(
      "update users set is_admin = true where id = (select user_id from creators where id = $1)",
      [id],
    );
    const what = "admin list and search over 100 000 users, p95";
    if ((await call(product, "/api/admin/users", { cookie })).status === 404) {
      return [skipped(what, "GET /api/admin/users is not served by this release")];
    }
    await product.database.query(
      `with added as (
         insert into users (email, password_hash) select 'crowd-' || n || '@example.org', '-' from generate_series(1, $1::int) n
         returning id, split_part(email, '@', 1) as handle
       )
       insert into creators (user_id, handle, display_name, plan)
       select id, handle, 'Person of ' || handle, case when random() < 0.1 then 'creator' else 'free' end from added`,
      [USERS],
    );
    await product.database.query("vacuum analyze");
    say("added 100 000 users");
    const pages = [
      ["first page", ""],
      ["a page in the middle", "?page=2000"],
      ["search by name", "?search=person%20of%20crowd-77"],
      ["search by email", "?search=crowd-99999%40example"],
      ["search without a hit", "?search=nobody-of-that-name"],
      ["creators only", "?role=creator"],
    ] as const;
    const target = { headers: { cookie }, connections: 1, seconds: Math.min(seconds, 3) };
    const loads = await loadInTurn(
      pages.map(([, query]) => ({ ...target, url: `${product.url}/api/admin/users${query}` })),
      rounds,
    );
    return loads.map((load, place) =>
      atMost(`${what}: ${pages[place]?.[0]}`, withoutFailures(load).p95, 50, "ms"),
    );
  },
};
