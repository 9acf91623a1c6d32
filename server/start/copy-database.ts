import type { CopyDatabase } from "../platform/database/bundled/upgrade.ts";

/** Copies a database with the functions of backup and restore. They are loaded only for an upgrade, once in years. */
export const copyDatabase: CopyDatabase = async (from, to) => {
  const backup = await import("../backup/copy-database.ts");
  await backup.copyDatabase(from, to);
};
