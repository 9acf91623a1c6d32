import { fileURLToPath } from "node:url";
import product from "../../../../package.json" with { type: "json" };
import { readMigrations } from "../../../platform/database/migrate.ts";
import { type Check, fault, ok } from "../check.ts";

const NAME = "Release";
const FOLDER = fileURLToPath(new URL("../../../migrations/", import.meta.url));

/** Compares the migrations of this release with those of the database. */
export const releaseCheck: Check = {
  name: NAME,
  advice: "Start Tessera once: it creates its tables.",
  needsDatabase: true,
  async run({ db }) {
    const known = (await readMigrations(FOLDER)).map(({ name }) => name);
    const { rows } = await db.$client.query<{ name: string }>("select name from schema_migrations");
    const applied = new Set(rows.map(({ name }) => name));
    const release = `Tessera ${product.version} on Node ${process.versions.node}`;
    const newer = [...applied].filter((name) => !known.includes(name));
    if (newer.length > 0) {
      const advice = "Run the newer release again, or restore a backup that this release has made.";
      return [
        fault({ name: NAME, seen: `${release}; the database is of a newer release (${newer[0]})`, advice }),
      ];
    }
    const missing = known.filter((name) => !applied.has(name));
    if (missing.length > 0) {
      const advice = "Restart Tessera: it updates the database at its start, or logs why it cannot.";
      return [
        fault({ name: NAME, seen: `${release}; the database lacks ${missing.length} migrations`, advice }),
      ];
    }
    return [ok({ name: NAME, seen: `${release}; the database is up to date` })];
  },
};
