import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../server/config.ts";
import { writeFileDurably } from "../../server/platform/fs/durable.ts";
import { SECRET } from "./format.ts";
import { BackupProblem } from "./problem.ts";

type Place = Pick<Config, "appSecret" | "dataDir">;

/** With another secret the links that buyers have could not be shown again: docs/decisions/0006-derive-order-tokens.md. */
export async function refuseOtherSecret(
  { config, file }: { config: Place; file: string },
  secret: string,
): Promise<void> {
  const { appSecret, dataDir } = config;
  if (appSecret && appSecret !== secret) {
    throw new BackupProblem(
      `APP_SECRET is not the secret of this backup, from which its buyers' links are made. Set it to what this prints: tar -xOf "${file}" ${SECRET}`,
    );
  }
  const kept = appSecret ? undefined : await readKept(dataDir);
  if (kept !== undefined && kept !== secret) {
    throw new BackupProblem(
      `${pathOf(dataDir)} is the secret of another installation. Move it away, or set another DATA_DIR.`,
    );
  }
}

/** Keeps the backup's secret where the next start looks for it. Returns how to undo that. */
export async function keepSecret(
  { appSecret, dataDir }: Place,
  secret: string,
): Promise<() => Promise<void>> {
  if (appSecret || (await readKept(dataDir)) !== undefined) return async () => {};
  const path = pathOf(dataDir);
  await writeFileDurably(path, `${secret}\n`);
  return () => rm(path, { force: true });
}

const pathOf = (dataDir: string) => join(dataDir, "secret");

async function readKept(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(pathOf(dataDir), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
