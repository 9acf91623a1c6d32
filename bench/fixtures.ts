import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { Product } from "./product.ts";

/** A creator with a page, signed in, as the measured calls need one. */
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
    headers: { origin: await siteOf(product), ...json, ...(cookie ? { cookie } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** The address that the product believes to be its own, with which its pages make their calls. */
const siteOf = async (product: Product) => product.url.replace("127.0.0.1", "localhost");

/** Signs a creator up and gives the page tiles of every look: 24 when the plan allows. */
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

/** What a successful answer holds; anything else is thrown. */
export async function read<S extends z.ZodType>(response: Response, schema: S): Promise<z.output<S>> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return schema.parse(await response.json());
}
