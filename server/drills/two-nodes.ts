import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";
import { startCaddy } from "../testing/caddy.ts";
import { findFreePort } from "../testing/free-port.ts";
import { prepare } from "../testing/prepare.ts";
import { ProductProcess } from "../testing/product-process.ts";
import { isReady, secondsUntil } from "./drill.ts";
import { startPostgres } from "./outside-product.ts";

/** The secret from which both nodes derive the tokens of links. */
export const SECRET = "what both of these nodes know and nobody else";

type Variables = readonly [Record<string, string>, Record<string, string>];

/** Prepares two nodes on one database and one folder of files, behind Caddy with the configuration of `deploy/`. Each node may have its own variables. */
export async function prepareTwoNodes(databaseUrl: string, variables: Variables = [{}, {}]) {
  const dataDir = await mkdtemp(join(tmpdir(), "tessera-nodes-"));
  await chmod(dataDir, 0o755);
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const node = (own: Record<string, string>) =>
    ProductProcess.prepare({
      DATABASE_URL: databaseUrl,
      APP_SECRET: SECRET,
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      TRUST_PROXY: "127.0.0.1",
      DRAIN_SECONDS: "5",
      ...own,
    });
  const nodes = [await node(variables[0]), await node(variables[1])] as const;
  const caddy = await startCaddy({ url, nodes: nodes.map((each) => each.url), folder: dataDir });
  let isStarted = false;
  return {
    url,
    nodes,
    /** Starts both nodes unless they run. `folder` can contain another release. */
    async start(folder?: string) {
      if (isStarted) return;
      isStarted = true;
      for (const each of nodes) await each.start(folder);
      await secondsUntil(() => isReady({ url }), 30);
    },
    async remove() {
      await caddy.stop();
      for (const each of nodes) await each.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Prepares two nodes on a separate PostgreSQL. */
export async function prepareSite(variables?: Variables) {
  const postgres = await startPostgres();
  const site = await prepareTwoNodes(postgres.url, variables);
  return {
    ...site,
    postgres,
    async remove() {
      await site.remove();
      await postgres.stop();
    },
  };
}

/**
 * Prepares two nodes before the tests of a file, with a connection to their database. Removes them after the
 * tests.
 */
export function testTwoNodes(variables?: Variables) {
  const made = prepare(async () => {
    const site = await prepareSite(variables);
    const db = new pg.Client({ connectionString: site.postgres.url });
    await db.connect();
    return { ...site, db };
  });
  afterAll(async () => {
    await made.db?.end();
    await made.remove?.();
  });
  return made;
}
