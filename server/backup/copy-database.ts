import type pg from "pg";
import { BackupError } from "./backup-error.ts";
import { listMigrations, listUserTables, TABLES_REBUILT_BY_COPY } from "./catalog.ts";
import { fullName, type Header, tableOfPart } from "./format.ts";
import { openSession } from "./session.ts";
import {
  createEventPartitions,
  openTables,
  rebuildSearchTables,
  setSequences,
  withConstraintsSuspended,
} from "./tables-in.ts";
import { copyTables, describeDatabase, inSnapshot } from "./tables-out.ts";
import { applyMigrations, createJobTables, listKnownMigrations } from "./target.ts";

const NAME = "tessera upgrade";

/** Copies Tessera's database to an empty database on another server, by the steps of a backup and a restore but without an archive. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  // A copy cannot be aborted.
  const { signal } = new AbortController();
  await openSession({ url: from, name: NAME, signal }, (source) =>
    openSession({ url: to, name: NAME, signal }, (target) => copy({ source, target, to })),
  );
}

async function copy({ source, target, to }: { source: pg.Client; target: pg.Client; to: string }) {
  const isSourceEmpty =
    (await listMigrations(source)).length === 0 && (await listUserTables(source)).length === 0;
  if (isSourceEmpty) return;
  await inSnapshot(
    source,
    async (tables) => {
      const header = await describeDatabase(source, tables);
      // Throws for a migration that this release does not know.
      await listKnownMigrations(header);
      await createJobTables(to, target, header.jobsVersion);
      await target.query("begin");
      await load({ source, target, header });
      await target.query("commit");
    },
    TABLES_REBUILT_BY_COPY,
  );
  await target.query("analyze");
}

async function load({ source, target, header }: { source: pg.Client; target: pg.Client; header: Header }) {
  await applyMigrations(target, header);
  await createEventPartitions(target, header.eventDays);
  const opened = await openTables(target, header, TABLES_REBUILT_BY_COPY);
  // A restore skips tables that are not the product's. A copy must not, because the old server is given up.
  if (opened.unknown.length > 0) {
    throw new BackupError(`The database holds tables that are not Tessera's: ${opened.unknown.join(", ")}.`);
  }
  await withConstraintsSuspended(target, async () => {
    const archive = {
      add: (name: string, bytes: Uint8Array) => opened.take(tableOfPart(name) ?? "", bytes),
    };
    const expected = await copyTables({ client: source, archive, onBytes: () => undefined }, header.tables);
    const rows = await opened.finish();
    for (const name of header.tables.map(fullName)) {
      if ((rows[name] ?? 0) === expected[name]) continue;
      throw new BackupError(`Of ${expected[name]} rows of ${name} only ${rows[name] ?? 0} were copied.`);
    }
  });
  await setSequences(target, header.sequences);
  await rebuildSearchTables(target);
}
