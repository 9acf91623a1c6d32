import type { CopyDatabase } from "../platform/database/bundled/upgrade.ts";

/** Copies a database with the parts of backup and restore. They are loaded when an upgrade needs them, once in years. */
export const copyDatabase: CopyDatabase = async (from, to) => {
  const backup = await import("../backup/copy-database.ts");
  await backup.copyDatabase(from, to);
};
