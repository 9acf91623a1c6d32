import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import pg from "pg";
import { slugOf } from "../../contract/rules/slugs.ts";
import { insertUser } from "../modules/accounts/index.ts";
import {
  type CreatorRow,
  findCreatorByHandle,
  insertCreator,
  updateCreator,
} from "../modules/creators/index.ts";
import { deleteFiles, type Files, listFilesOf } from "../modules/files/index.ts";
import { insertProduct } from "../modules/products/index.ts";
import { insertTile, listPublicTiles } from "../modules/tiles/index.ts";
import { advisoryLocks } from "../platform/database/advisory-locks.ts";
import { type Database, inTransaction } from "../platform/database/index.ts";
import type { Jobs } from "../platform/jobs/port.ts";
import type { Log } from "../platform/log/index.ts";
import { toStoredUrl } from "../platform/own-url.ts";
import type { PageInvalidations } from "../platform/page-invalidation.ts";
import { DEMO_AVATAR, DEMO_CREATOR, DEMO_EMAIL, DEMO_FILE, DEMO_TILES, type DemoTile } from "./content.ts";

type SeedDeps = {
  db: Database;
  url: string;
  jobs: Jobs;
  files: Files;
  pageInvalidations: PageInvalidations;
  publicUrl: string;
  log: Log;
};

/** Creates the demo creator if there is none. Nodes that start together create one; an interrupted seed is completed. */
export async function seedDemo(deps: SeedDeps): Promise<void> {
  if (await isSeeded(deps.db)) return;
  const client = new pg.Client({ connectionString: deps.url, application_name: "tessera demo" });
  // This connection only holds the lock. Without a listener its errors would end the process; the work in progress reports them.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [advisoryLocks.demoSeed]);
    if (await isSeeded(deps.db)) return;
    deps.log.info("seeding demo creator");
    const creator = await findOrInsertCreator(deps.db);
    // Until the seed is complete there is no avatar, and nothing refers to the files that an interrupted one has stored.
    if (creator.avatarUrl === null) {
      await inTransaction(deps.db, async (tx) =>
        deleteFiles(tx, deps.jobs, await listFilesOf(tx, creator.id)),
      );
    }
    await makeDemo(deps, creator);
  } finally {
    await client.end();
  }
}

async function isSeeded(db: Database): Promise<boolean> {
  const creator = await findCreatorByHandle(db, DEMO_CREATOR.handle);
  return creator !== undefined && (await listPublicTiles(db, creator.id)).length > 0;
}

async function findOrInsertCreator(db: Database): Promise<CreatorRow> {
  const known = await findCreatorByHandle(db, DEMO_CREATOR.handle);
  if (known) return known;
  return inTransaction(db, async (tx) => {
    // Nobody can sign in to an account whose email cannot receive anything and that has no password.
    const user = await insertUser(tx, { email: DEMO_EMAIL, passwordHash: null });
    return insertCreator(tx, { ...DEMO_CREATOR, userId: user.id });
  });
}

async function makeDemo(
  { db, files, pageInvalidations, publicUrl }: SeedDeps,
  creator: CreatorRow,
): Promise<void> {
  const pictures = new Map<string, string>();
  for (const name of [DEMO_AVATAR, ...DEMO_TILES.flatMap((tile) => tile.picture ?? [])]) {
    const svg = await readFile(asset(`${name}.svg`));
    const { url } = await files.storeTrustedSvg({ creatorId: creator.id, name: `${name}.webp`, svg });
    if (url) pictures.set(name, toStoredUrl(url, publicUrl));
  }
  const { path } = await files.storeUpload({
    creatorId: creator.id,
    purpose: "digital",
    name: DEMO_FILE.name,
    source: createReadStream(asset(DEMO_FILE.asset)),
  });
  const { size } = await stat(asset(DEMO_FILE.asset));
  await inTransaction(db, async (tx) => {
    await updateCreator(tx, creator.id, { avatarUrl: pictures.get(DEMO_AVATAR) ?? null });
    for (const tile of DEMO_TILES) {
      const imageUrl = tile.picture ? (pictures.get(tile.picture) ?? null) : null;
      const product = tile.product && {
        ...tile.product,
        slug: slugOf(tile.product.name),
        description: tile.description,
        mediaUrl: imageUrl,
        files: tile.product.type === "digital" ? [{ id: null, path, name: DEMO_FILE.name, size }] : [],
      };
      const productId = product ? (await insertProduct(tx, creator.id, product)).id : null;
      await insertTile(tx, creator.id, { ...toRow(tile), imageUrl, productId });
    }
    await pageInvalidations.publish(tx, creator.id);
  });
}

function toRow({ type, title, description, url, active = true }: DemoTile) {
  return { type, title, description: description || null, url: url ?? null, active };
}

function asset(name: string): URL {
  return new URL(`./assets/${name}`, import.meta.url);
}
