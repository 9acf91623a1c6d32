import type pg from "pg";
import { BackupError } from "./backup-error.ts";
import { listMigrations, listUserTables, MIGRATIONS_AND_CALCULATED } from "./catalog.ts";
import { fullName, type Header, tableOfPart } from "./format.ts";
import { openSession } from "./session.ts";
import {
  createEventPartitions,
  openTables,
  rebuildDirectories,
  setSequences,
  withConstraintsSuspended,
} from "./tables-in.ts";
import { copyTables, describeDatabase, inSnapshot } from "./tables-out.ts";
import { createJobTables, listKnownMigrations, repeatMigrations } from "./target.ts";

const NAME = "tessera upgrade";

/** Copies Tessera's database into an empty one of another server, like a backup and its restore without a file. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const { signal } = new AbortController();
  await openSession({ url: from, name: NAME, signal }, (source) =>
    openSession({ url: to, name: NAME, signal }, (target) => copy({ source, target, to })),
  );
}

async function copy({ source, target, to }: { source: pg.Client; target: pg.Client; to: string }) {
  const isEmpty = (await listMigrations(source)).length === 0 && (await listUserTables(source)).length === 0;
  if (isEmpty) return;
  await inSnapshot(
    source,
    async (tables) => {
      const header = await describeDatabase(source, tables);
      await listKnownMigrations(header);
      await createJobTables(to, target, header.jobsVersion);
      await target.query("begin");
      await load({ source, target, header });
      await target.query("commit");
    },
    MIGRATIONS_AND_CALCULATED,
  );
  await target.query("analyze");
}

async function load({ source, target, header }: { source: pg.Client; target: pg.Client; header: Header }) {
  await repeatMigrations(target, header);
  await createEventPartitions(target, header.eventDays);
  const opened = await openTables(target, header, MIGRATIONS_AND_CALCULATED);
  // A backup leaves out foreign tables, but here they would be lost.
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
  await rebuildDirectories(target);
}
