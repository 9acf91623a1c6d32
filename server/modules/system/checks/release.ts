import { fileURLToPath } from "node:url";
import { defineMessages } from "../../../../contract/texts.ts";
import product from "../../../../package.json" with { type: "json" };
import { findNewer, listApplied, readMigrations } from "../../../platform/database/migrations.ts";
import { type Check, fault, ok } from "../check.ts";

const FOLDER = fileURLToPath(new URL("../../../migrations/", import.meta.url));

const messages = defineMessages("check_release", {
  name: "Release",
  advice: "Start Tessera once: it creates its tables.",
  current: "Tessera {version} on Node {node}; the database is up to date",
  compatible: "Tessera {version} on Node {node}; the database is of a newer, compatible release",
  tooNew: "Tessera {version} on Node {node}; the database is of a newer release ({migration})",
  tooNewAdvice: "Run the newer release again, or restore a backup that this release has made.",
  tooOld: "Tessera {version} on Node {node}; the database lacks {count} migrations",
  tooOldAdvice: "Restart Tessera: it updates the database at its start, or logs why it cannot.",
});

/** Compares the migrations of this release with the migrations of the database. */
export const releaseCheck: Check = {
  id: "release",
  name: messages.name,
  advice: messages.advice,
  needsDatabase: true,
  async run({ db }) {
    const known = await readMigrations(FOLDER);
    const applied = await listApplied(db.$client);
    const release = { version: product.version, node: process.versions.node };
    const { newer, incompatible } = findNewer(known, applied);
    if (incompatible) {
      const seen = messages.tooNew({ ...release, migration: incompatible.name });
      return [fault({ seen, advice: messages.tooNewAdvice })];
    }
    const names = new Set(applied.map(({ name }) => name));
    const missing = known.filter(({ name }) => !names.has(name));
    if (missing.length > 0) {
      const seen = messages.tooOld({ ...release, count: missing.length });
      return [fault({ seen, advice: messages.tooOldAdvice })];
    }
    return [ok({ seen: newer.length > 0 ? messages.compatible(release) : messages.current(release) })];
  },
};
