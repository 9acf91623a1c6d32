import type { Log } from "../log/index.ts";
import { localStorage } from "./adapters/local.ts";
import type { Storage } from "./port.ts";
import type { S3Config } from "./s3-url.ts";

/** Opens a bucket or a local folder. */
export async function openStorage(options: {
  s3: S3Config | undefined;
  dataDir: string;
  log: Pick<Log, "warn">;
}): Promise<Storage> {
  const { s3, dataDir, log } = options;
  if (!s3) return localStorage({ folder: `${dataDir}/uploads` });
  // Loaded only if needed, because the library is large.
  const { s3Storage } = await import("./adapters/s3.ts");
  return s3Storage({ config: s3, staging: `${dataDir}/incoming`, log });
}
