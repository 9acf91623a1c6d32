import { join } from "node:path";
import { Client } from "pg";

/** Gives a creator the Creator plan by hand, as an admin would: five tiles do not show everything. */
export async function grantCreatorPlan(handle: string): Promise<void> {
  const folder = join(process.env.JOURNEY_DATA_DIR ?? "", "postgres-socket");
  const client = new Client({ host: folder, user: "tessera", database: "tessera", port: 5432, ssl: false });
  await client.connect();
  try {
    const { rowCount } = await client.query("update creators set plan = 'creator' where handle = $1", [
      handle,
    ]);
    if (rowCount !== 1) throw new Error(`nobody has the handle ${handle}`);
  } finally {
    await client.end();
  }
}
