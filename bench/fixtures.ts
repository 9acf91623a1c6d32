import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Product } from "./product.ts";

/** The User-Agent of a visitor. */
export const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";

/** A signed-in creator with a page. */
export type Creator = { id: number; handle: string; cookie: string; tileIds: number[] };

export async function call(
  product: Product,
  path: string,
  options: { method?: string; cookie?: string; body?: unknown } = {},
): Promise<Response> {
  const { method = options.body === undefined ? "GET" : "POST", cookie, body } = options;
  const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  return fetch(product.url + path, {
    method,
    headers: { origin: product.publicUrl, ...json, ...(cookie ? { cookie } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Registers a creator, whose email is verified, and adds tiles of several types. */
export async function makeCreator(product: Product, tiles = 24): Promise<Creator> {
  const handle = `bench-${randomBytes(4).toString("hex")}`;
  const response = await call(product, "/api/auth/register", {
    body: {
      email: `${handle}@example.org`,
      password: randomBytes(12).toString("hex"),
      handle,
      displayName: "Mara Lind",
    },
  });
  const { creator } = await read(response, z.object({ creator: z.object({ id: z.number() }) }));
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  await product.database.query("update creators set plan = 'creator' where id = $1", [creator.id]);
  // Without a verified email, all files of an account together may have at most 50 MB.
  await product.database.query(
    "update users set email_verified_at = now() where id = (select user_id from creators where id = $1)",
    [creator.id],
  );
  const tileIds: number[] = [];
  for (let tile = 0; tile < tiles; tile++) {
    const added = await call(product, "/api/tiles", {
      cookie,
      body: {
        type: ["link", "content", "link_ad"][tile % 3],
        title: `Things I made in week ${tile + 1}`,
        description: `Notes, pictures and patterns of week ${tile + 1}: ${createHash("sha256").update(String(tile)).digest("hex").slice(0, 30)}.`,
        url: `https://example.org/weeks/${tile + 1}`,
      },
    });
    const made = await read(added, z.object({ tile: z.object({ id: z.number() }) }));
    tileIds.push(made.tile.id);
  }
  return { id: creator.id, handle, cookie, tileIds };
}

/** The body of a visit to a creator's page. `%d` makes each visitor unique (see `Target`). */
export const visitTo = (creatorId: number | "%d") => ({
  headers: { "content-type": "application/json", "user-agent": PHONE },
  body: `{"creatorId":${creatorId},"event":"page_view","source":"instagram"}`,
});

/** Requests a page like a browser, and returns its text once complete. */
export async function fetchWhole(url: string, encoding = "gzip, deflate, br, zstd"): Promise<string> {
  return (await fetch(url, { headers: { "accept-encoding": encoding } })).text();
}

/** Changes the title of a creator's first tile. */
export async function renameTile(
  product: Product,
  { cookie, tileIds }: Creator,
  title: string,
): Promise<void> {
  const path = `/api/tiles/${tileIds[0]}`;
  const response = await call(product, path, { method: "PATCH", cookie, body: { title } });
  if (!response.ok) throw new Error(`a tile was not changed: ${response.status}`);
  await response.arrayBuffer();
}

/** Adds campaign links and returns their ids. */
export async function makeCampaignLinks(
  product: Product,
  { cookie }: Creator,
  count: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let place = 1; place <= count; place++) {
    const added = await call(product, "/api/campaign-links", {
      cookie,
      body: { title: `Poster ${place}`, name: `poster-${place}`, source: "poster" },
    });
    ids.push((await read(added, z.object({ link: z.object({ id: z.number() }) }))).link.id);
  }
  return ids;
}

/** Parses the body of a successful response. Throws for any other response. */
export async function read<S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>> {
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}: ${await response.text()}`);
  return schema.parse(await response.json());
}
