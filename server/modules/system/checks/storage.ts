import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { defineMessages } from "../../../../contract/texts.ts";
import { type Check, fault, ok } from "../check.ts";

const messages = defineMessages("check_storage", {
  name: "Storage",
  advice:
    "Check DATA_DIR, its owner and its disk; for a bucket, STORAGE_URL, the credentials and their permissions to write, read and delete.",
  works: "a file was written, read and deleted in {milliseconds} ms",
  lost: "a file that was written could not be read back",
  kept: "a file could not be deleted",
  keptAdvice: "Allow the credentials to delete. Otherwise the files of deleted products remain.",
});

/** Writes, reads and deletes a file. */
export const storageCheck: Check = {
  id: "storage",
  name: messages.name,
  advice: messages.advice,
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
    if (!isSame) return [fault({ seen: messages.lost, advice: messages.advice })];
    const isGone = (await storage.openFile(key).then((file) => file?.stream.destroy())) === undefined;
    if (!isGone) return [fault({ seen: messages.kept, advice: messages.keptAdvice })];
    const milliseconds = Math.round(performance.now() - startedAt);
    return [ok({ seen: messages.works({ milliseconds }) })];
  },
};

async function* bytes(buffer: Buffer) {
  yield buffer;
}
