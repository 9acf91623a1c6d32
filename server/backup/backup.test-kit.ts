import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { pino } from "pino";
import { inject, onTestFinished } from "vitest";
import { type Config, readConfig } from "../config/config.ts";
import { migrate } from "../platform/database/migrate.ts";
import { localStorage } from "../platform/storage/adapters/local.ts";
import { administer, migrationsFolder, withDatabase } from "../testing/database.ts";
import type { TestUser } from "../testing/factories.ts";
import { createTestApp, SECRET, type TestApp, type TestOptions } from "../testing/harness.ts";
import { testFolder } from "../testing/temporary-folder.ts";
import { makeBackup } from "./make-backup.ts";
import type { Progress } from "./progress.ts";
import { restoreBackup } from "./restore-backup.ts";

/** A database and a folder for an installation. */
export type Installation = { url: string; config: Config; folder: string; remove(): Promise<void> };

/** Callbacks for a test, and the signal that stops a run. */
type BackupOptions = Partial<Progress> & { signal?: AbortSignal };
type ConfiguredInstallation = Pick<Installation, "config">;

export const save = ({ config }: ConfiguredInstallation, file: string, watching?: BackupOptions) =>
  makeBackup({ config, file, ...watch(watching) });
export const restore = ({ config }: ConfiguredInstallation, file: string, watching?: BackupOptions) =>
  restoreBackup({ config, file, ...watch(watching) });

function watch({ signal = new AbortController().signal, ...handlers }: BackupOptions = {}) {
  return { signal, progress: { step() {}, bytes() {}, end() {}, ...handlers } };
}

/** Creates a folder for the archives of a test file and returns a function from a name to a path. */
export function createArchiveFolder(): (name?: string) => string {
  const folder = testFolder();
  return (name = "") => join(folder.path, name);
}

/** Creates an empty target whose database belongs to a role without other rights. */
export async function createInstallation(): Promise<Installation> {
  const adminUrl = inject("adminUrl");
  const name = `tessera_place_${randomBytes(6).toString("hex")}`;
  await administer(adminUrl, `create role ${name} login nosuperuser password 'known'`);
  await administer(adminUrl, `create database ${name} owner ${name}`);
  const url = withDatabase(adminUrl, name).replace(/\/\/[^@/]*@/, `//${name}:known@`);
  const folder = await mkdtemp(join(tmpdir(), "tessera-backup-"));
  await chmod(folder, 0o755);
  return {
    url,
    folder,
    config: readConfig({ DATABASE_URL: url, DATA_DIR: folder, APP_SECRET: SECRET }),
    async remove() {
      await administer(adminUrl, `drop database if exists ${name} with (force)`);
      await administer(adminUrl, `drop role if exists ${name}`);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a target that is deleted after the test. */
export async function borrowInstallation(): Promise<Installation> {
  const place = await createInstallation();
  onTestFinished(place.remove);
  return place;
}

/** Starts the product on a target. */
export async function openSite(
  place: Installation,
  options: Pick<TestOptions, "jobs"> = {},
): Promise<TestApp> {
  await migrate({ url: place.url, folder: migrationsFolder, log: pino({ level: "silent" }) });
  const storage = await localStorage({ folder: join(place.folder, "uploads") });
  return createTestApp({ databaseUrl: place.url, storage, ...options });
}

/** Uploads a public image of one pixel as a creator. */
export async function addImage(site: TestApp, { creator }: TestUser): Promise<void> {
  const dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const source = Readable.from([Buffer.from(dot, "base64")]);
  await site.files.storeUpload({ creatorId: creator.id, purpose: "image", name: "dot.png", source });
}

export async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

/** Returns everything in a database that a restore must restore. */
export async function describeDatabase(url: string): Promise<Record<string, unknown>> {
  const tables = await ask(
    url,
    `select n.nspname || '.' || relname from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and (nspname = 'public' and relname not in ('direct_uploads', 'last_backup', 'pending_uploads', 'rate_limits', 'visitor_salts')
       or nspname = 'pgboss' and relname in ('job', 'queue', 'schedule')) order by 1`,
  );
  const contents = tables.map(
    (table) =>
      `select '${table}', count(*), md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) from ${table} t`,
  );
  return {
    // PostgreSQL may return the parts of a union in any order.
    contents: await ask(url, `${contents.join(" union all ")} order by 1`),
    sequences: await ask(
      url,
      "select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1",
    ),
    constraints: await ask(
      url,
      "select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint order by 1, 2",
    ),
    indexes: await ask(
      url,
      "select indexdef from pg_indexes where schemaname in ('public', 'pgboss') order by 1",
    ),
    triggers: await ask(
      url,
      "select tgrelid::regclass::text, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2",
    ),
  };
}

/** Returns the SHA-256 of every stored file by its name. */
export async function describeUploads({
  folder,
}: Pick<Installation, "folder">): Promise<Record<string, string>> {
  const root = join(folder, "uploads");
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const hashed = files.sort().map(async (path) => {
    const sha256 = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
    return [path.slice(root.length), sha256];
  });
  return Object.fromEntries(await Promise.all(hashed));
}
