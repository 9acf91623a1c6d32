import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { type Check, fault, ok } from "../check.ts";

/** Writes, reads and deletes a file. */
export const storageCheck: Check = {
  name: "Storage",
  advice:
    "Check DATA_DIR, its owner and its disk; for a bucket, STORAGE_URL, the credentials and their permissions to write, read and delete.",
  async run({ openStorage }) {
    const startedAt = performance.now();
    const storage = await openStorage();
    const key = `checks/${randomBytes(16).toString("hex")}`;
    const written = randomBytes(1024);
    await storage.saveFile(key, await storage.createTemp(bytes(written)));
    let isSame = false;
    try {
      const file = await storage.openFile(key);
      isSame = file !== null && (await buffer(file.stream)).equals(written);
    } finally {
      await storage.deleteFile(key);
    }
    if (!isSame) {
      const seen = "a file that was written could not be read back";
      return [fault({ seen, advice: storageCheck.advice })];
    }
    const isGone = (await storage.openFile(key).then((file) => file?.stream.destroy())) === undefined;
    if (!isGone) {
      const advice = "Allow the credentials to delete. Otherwise the files of deleted products remain.";
      return [fault({ seen: "a file could not be deleted", advice })];
    }
    const milliseconds = Math.round(performance.now() - startedAt);
    return [ok({ seen: `a file was written, read and deleted in ${milliseconds} ms` })];
  },
};

async function* bytes(buffer: Buffer) {
  yield buffer;
}
