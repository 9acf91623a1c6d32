import type { Storage } from "../../server/platform/storage/port.ts";
import { measure } from "./digest.ts";

/** Each one waits for the disk; the disk takes several at once. */
const AT_ONCE = 8;

export type Uploads = ReturnType<typeof openUploads>;

/** Brings files into the store. What was there before is never taken away: the store may serve another installation. */
export function openUploads(storage: Storage) {
  const added: string[] = [];
  const saving = new Set<Promise<void>>();
  let failure: unknown;

  async function keep(key: string, source: AsyncIterable<Uint8Array>): Promise<void> {
    const { stream, result } = measure(source);
    const temp = await storage.createTemp(stream);
    const save = async () => {
      const before = await sha256Of(storage, key);
      if (before?.equals(result().sha256)) return temp.discard();
      if (!before) added.push(key);
      await storage.saveFile(key, temp);
    };
    const one = save()
      .catch((error: unknown) => {
        failure ??= error;
        return temp.discard();
      })
      .finally(() => saving.delete(one));
    saving.add(one);
    if (saving.size >= AT_ONCE) await Promise.race(saving);
    if (failure) throw failure;
  }

  return {
    keep,
    /** Resolves once all are kept. */
    async finish(): Promise<void> {
      await Promise.all(saving);
      if (failure) throw failure;
    },
    /** Takes away again what this brought. */
    async undo(): Promise<void> {
      await Promise.all(saving);
      for (const key of added) await storage.deleteFile(key);
    },
  };
}

async function sha256Of(storage: Storage, key: string): Promise<Buffer | undefined> {
  const opened = await storage.openFile(key);
  if (!opened) return undefined;
  const { stream, result } = measure(opened.stream);
  for await (const _ of stream);
  return result().sha256;
}
