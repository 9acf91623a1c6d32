import type { Storage } from "../../platform/storage/port.ts";

/** Returns the size of the bytes under a key, or undefined if there are none. */
export async function storedBytes(
  storage: Pick<Storage, "openFile">,
  key: string,
): Promise<number | undefined> {
  const opened = await storage.openFile(key, { start: 0, end: 0 });
  opened?.stream.destroy();
  return opened?.size;
}
