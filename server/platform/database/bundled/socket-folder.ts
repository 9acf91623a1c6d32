import { createHash } from "node:crypto";
import { chmod, chown, lstat, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Owner } from "./options.ts";

// Systems allow 103 or 107 bytes for the path of a Unix socket.
const maxSocketPathBytes = 100;

/** Creates a folder that only PostgreSQL's user (and root) can enter, with a path short enough for a Unix socket. */
export async function makeSocketFolder(dataDir: string, owner: Owner | undefined): Promise<string> {
  const inside = join(dataDir, "postgres-socket");
  if (fits(inside)) {
    await mkdir(inside, { mode: 0o700 }).catch(ignoreExisting);
    await restrictAccess(inside, owner);
    return inside;
  }
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 16);
  const outside = join(tmpdir(), `tessera-${name}`);
  if (!fits(outside)) {
    throw new Error(`Neither DATA_DIR ${dataDir} nor ${tmpdir()} is short enough for a Unix socket.`);
  }
  await mkdir(outside, { mode: 0o700 }).then(() => restrictAccess(outside, owner), ignoreExisting);
  await assertOwnFolder(outside, owner?.uid ?? process.getuid?.());
  return outside;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= maxSocketPathBytes;
}

async function restrictAccess(folder: string, owner: Owner | undefined): Promise<void> {
  if (owner) await chown(folder, owner.uid, owner.gid);
  await chmod(folder, 0o700);
}

// Any user of the machine can create a folder of this name in the shared temporary folder, and impersonate the database.
async function assertOwnFolder(folder: string, uid: number | undefined): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} was made by somebody else. Remove it, or set DATA_DIR to a shorter path.`);
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
