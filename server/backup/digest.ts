import { createHash } from "node:crypto";

/** Creates one checksum of any number of entries. */
export function createDigest() {
  const hash = createHash("sha256");
  let entries = 0;
  return {
    add({ name, size, sha256 }: { name: string; size: number; sha256: Buffer }) {
      hash.update(JSON.stringify([name, size, sha256.toString("hex")]));
      entries += 1;
    },
    result: () => ({ entries, sha256: hash.copy().digest("hex") }),
  };
}

/** Passes a stream through, and returns its size and hash at the end. */
export function measure(source: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  let size = 0;
  async function* passThrough() {
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  return { stream: passThrough(), result: () => ({ size, sha256: hash.copy().digest() }) };
}
