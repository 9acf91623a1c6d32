import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { IMAGE_WIDTHS } from "../../contract/api/files.ts";
import { digitalKey, imageKey } from "../modules/files/keys.ts";
import type { Storage } from "../platform/storage/port.ts";
import { UPLOADS } from "./format.ts";
import type { ArchiveWriter } from "./write-archive.ts";

export type StoredFile = { id: string; keys: string[]; size: number; sha256: string };

/** Returns the files of the snapshot. They stay in PostgreSQL's text format, a hundred bytes each, because there may be a million. */
export async function listFiles(client: pg.Client): Promise<Iterable<StoredFile>> {
  const rows = client.query(
    copyTo("copy (select id, purpose, size, encode(sha256, 'hex') from public.files) to stdout"),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of rows) chunks.push(chunk);
  const lines = Buffer.concat(chunks);
  return {
    *[Symbol.iterator]() {
      for (let from = 0; from < lines.length; ) {
        const to = lines.indexOf("\n", from);
        const [id = "", purpose, size, sha256 = ""] = lines.toString("utf8", from, to).split("\t");
        const keys =
          purpose === "digital" ? [digitalKey(id)] : IMAGE_WIDTHS.map((width) => imageKey(id, width));
        yield { id, keys, size: Number(size), sha256 };
        from = to + 1;
      }
    },
  };
}

/** Copies the bytes of every file, and returns the ids of missing or different ones. */
export async function copyFiles(
  parts: { archive: ArchiveWriter; storage: Storage; onBytes: (count: number) => void },
  files: Iterable<StoredFile>,
): Promise<{ files: number; fileBytes: number; lostFiles: string[] }> {
  const copied = { files: 0, fileBytes: 0, lostFiles: [] as string[] };
  for (const file of files) {
    let size = 0;
    let sha256 = "";
    for (const key of file.keys) {
      const opened = await parts.storage.openFile(key);
      if (!opened) continue;
      const found = await parts.archive
        .addStream(UPLOADS + key, opened.size, opened.stream)
        // A garbage-collected open file handle would end this process, perhaps before the error is printed.
        .finally(() => opened.stream.destroy());
      // An image's row has the sum of its sizes, and the hash of the largest variant, which comes last.
      sha256 = found.toString("hex");
      size += opened.size;
      parts.onBytes(opened.size);
    }
    copied.files += 1;
    copied.fileBytes += size;
    if (size !== file.size || sha256 !== file.sha256) copied.lostFiles.push(file.id);
  }
  return copied;
}
