import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";
import { createTestDatabase } from "./create-database.ts";
import { SECRET } from "./harness.ts";
import { prepare } from "./prepare.ts";
import { ProductProcess } from "./product-process.ts";

/** Prepares two nodes of one installation without starting them. They share one database and one folder. */
export async function prepareNodes(databaseUrl: string, settings: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "tessera-nodes-"));
  await chmod(folder, 0o755);
  const variables = { APP_SECRET: SECRET, DATABASE_URL: databaseUrl, DATA_DIR: folder, ...settings };
  const first = await ProductProcess.prepare(variables);
  const second = await ProductProcess.prepare({ ...variables, PUBLIC_URL: first.url });
  return {
    nodes: [first, second] as const,
    folder,
    async remove() {
      for (const node of [first, second]) await node.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Prepares two nodes before the tests of a file, and removes them afterwards. The returned object is empty
 * until then.
 */
export function testNodes(
  settings: () => Record<string, string> | Promise<Record<string, string>> = () => ({}),
) {
  const made = prepare(async () => {
    const database = await createTestDatabase();
    const prepared = await prepareNodes(database.url, await settings());
    const pool = new pg.Pool({ connectionString: database.url });
    // `end` does not wait for all connections to close, and the database is dropped right after it.
    pool.on("error", () => undefined);
    return {
      ...prepared,
      db: { $client: pool },
      query: async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows,
      async remove() {
        await prepared.remove();
        await pool.end();
        await database.drop();
      },
    };
  });
  afterAll(() => made.remove());
  return made;
}
