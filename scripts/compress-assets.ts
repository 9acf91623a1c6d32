import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(js|css|svg|json|txt|webmanifest)$/;
const MIN_BYTES = 1024;
const folder = "dist/client";

/** Writes a brotli and a gzip copy of every text file that browsers load. */
for (const name of await readdir(folder, { recursive: true })) {
  if (!TEXT.test(name)) continue;
  const path = join(folder, name);
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) continue;
  await writeFile(
    `${path}.br`,
    await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  );
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
