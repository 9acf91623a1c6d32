import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { writeFileDurably } from "../platform/fs/durable.ts";
import { BackupError } from "./backup-error.ts";
import { SECRET } from "./format.ts";

type SecretConfig = Pick<Config, "appSecret" | "dataDir">;

/** Throws if this installation has another secret, because buyers' links could not be derived: docs/decisions/0006-derive-order-tokens.md. */
export async function assertSameSecret(
  { config, file }: { config: SecretConfig; file: string },
  secret: string,
): Promise<void> {
  const { appSecret, dataDir } = config;
  if (appSecret && appSecret !== secret) {
    throw new BackupError(
      `APP_SECRET is not the secret of this backup, from which its buyers' links are derived. Set it to the output of: tar -xOf "${file}" ${SECRET}`,
    );
  }
  const stored = appSecret ? undefined : await readStoredSecret(dataDir);
  if (stored !== undefined && stored !== secret) {
    throw new BackupError(
      `${pathOf(dataDir)} is the secret of another installation. Move it away, or set another DATA_DIR.`,
    );
  }
}

/** Saves the backup's secret for the next start. Returns a function to undo this. */
export async function saveSecret(
  { appSecret, dataDir }: SecretConfig,
  secret: string,
): Promise<() => Promise<void>> {
  if (appSecret || (await readStoredSecret(dataDir)) !== undefined) return async () => {};
  const path = pathOf(dataDir);
  await writeFileDurably(path, `${secret}\n`);
  return () => rm(path, { force: true });
}

const pathOf = (dataDir: string) => join(dataDir, "secret");

async function readStoredSecret(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(pathOf(dataDir), "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
