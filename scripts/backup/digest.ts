import { createHash } from "node:crypto";

/** One checksum of many entries, whatever their number. */
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

/** Passes bytes on and says afterwards what they were. */
export function measure(source: AsyncIterable<Uint8Array>) {
  const hash = createHash("sha256");
  let size = 0;
  async function* passing() {
    for await (const chunk of source) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  return { stream: passing(), result: () => ({ size, sha256: hash.copy().digest() }) };
}
