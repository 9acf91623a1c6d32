import { join } from "node:path";
import { Client } from "pg";

/** Grants a creator the Creator plan, because tests need more tiles than the Free plan allows. */
export async function grantCreatorPlan(handle: string): Promise<void> {
  const rows = await change("update creators set plan = 'creator' where handle = $1", [handle]);
  if (rows !== 1) throw new Error(`no creator has the handle ${handle}`);
}

/** Adds links named "Tile 1" and so on to a creator's page, faster than by requests. */
export async function addManyTiles(handle: string, count: number): Promise<void> {
  await change(
    `insert into tiles (creator_id, type, title, url, position)
     select c.id, 'link', 'Tile ' || n, 'https://tiles.example/' || n, n - 1
     from creators c, generate_series(1, $2::int) n where c.handle = $1`,
    [handle, count],
  );
}

/** Makes a creator an administrator, as the operator would. */
export async function grantAdmin(email: string): Promise<void> {
  const rows = await change("update users set is_admin = true where email = $1", [email]);
  if (rows !== 1) throw new Error(`no account has the email ${email}`);
}

/** Verifies a creator's email, as the link in the verification email would. */
export async function verifyAddress(email: string): Promise<void> {
  const rows = await change(
    "update users set email_verified_at = now(), email_proven_at = now() where email = $1",
    [email],
  );
  if (rows !== 1) throw new Error(`no account has the email ${email}`);
}

/** Expires the download links of a creator's orders, as after three days. */
export async function expireDownloads(handle: string): Promise<void> {
  const rows = await change(
    `update access set link_expires_at = now() - interval '1 minute' from orders, creators
     where orders.id = order_id and creators.id = creator_id and handle = $1 and link_expires_at is not null`,
    [handle],
  );
  if (rows === 0) throw new Error(`${handle} has no orders with a download`);
}

async function change(text: string, values: unknown[]): Promise<number | null> {
  const folder = join(process.env.E2E_DATA_DIR ?? "", "postgres-socket");
  const client = new Client({ host: folder, user: "tessera", database: "tessera", port: 5432, ssl: false });
  await client.connect();
  try {
    return (await client.query(text, values)).rowCount;
  } finally {
    await client.end();
  }
}
