import type { Log } from "../log/index.ts";
import { localStorage } from "./adapters/local.ts";
import type { Storage } from "./port.ts";
import type { S3Config } from "./s3-url.ts";

/** Opens a bucket or a local folder. */
export async function openStorage(options: {
  s3: S3Config | undefined;
  dataDir: string;
  /** Whether the group of this process, such as a proxy that sends the files, can read a folder's files. */
  groupReads?: boolean;
  log: Pick<Log, "warn">;
}): Promise<Storage> {
  const { s3, dataDir, groupReads = false, log } = options;
  if (!s3) return localStorage({ folder: `${dataDir}/uploads`, groupReads });
  // Loaded only if needed, because the library is large.
  const { s3Storage } = await import("./adapters/s3.ts");
  return s3Storage({ config: s3, staging: `${dataDir}/incoming`, log });
}
