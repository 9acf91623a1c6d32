import { fileURLToPath } from "node:url";
import product from "../../../../package.json" with { type: "json" };
import { findNewer, listApplied, readMigrations } from "../../../platform/database/migrations.ts";
import { type Check, fault, ok } from "../check.ts";

const FOLDER = fileURLToPath(new URL("../../../migrations/", import.meta.url));

/** Compares the migrations of this release with the migrations of the database. */
export const releaseCheck: Check = {
  name: "Release",
  advice: "Start Tessera once: it creates its tables.",
  needsDatabase: true,
  async run({ db }) {
    const known = await readMigrations(FOLDER);
    const applied = await listApplied(db.$client);
    const release = `Tessera ${product.version} on Node ${process.versions.node}`;
    const { newer, incompatible } = findNewer(known, applied);
    if (incompatible) {
      const advice = "Run the newer release again, or restore a backup that this release has made.";
      const seen = `${release}; the database is of a newer release (${incompatible.name})`;
      return [fault({ seen, advice })];
    }
    const names = new Set(applied.map(({ name }) => name));
    const missing = known.filter(({ name }) => !names.has(name));
    if (missing.length > 0) {
      const advice = "Restart Tessera: it updates the database at its start, or logs why it cannot.";
      return [fault({ seen: `${release}; the database lacks ${missing.length} migrations`, advice })];
    }
    const state = newer.length > 0 ? "of a newer, compatible release" : "up to date";
    return [ok({ seen: `${release}; the database is ${state}` })];
  },
};
