import type { z } from "zod";

const PRIME = 0x01_00_01_93;
const OFFSETS = [0x81_1c_9d_c5, 0x9e_37_79_b9] as const;

/** Returns two FNV-1a hashes of 32 bits, which are enough to detect a change and need no cryptography in the browser. */
function hash(text: string): string {
  return OFFSETS.map((offset) => {
    let value: number = offset;
    for (let index = 0; index < text.length; index++)
      value = Math.imul(value ^ text.charCodeAt(index), PRIME);
    return (value >>> 0).toString(16).padStart(8, "0");
  }).join("");
}

/** Returns a function that computes a version from the fields of the schema. */
export function versionBy<S extends z.ZodType>(schema: S): (entity: z.input<S>) => string {
  return (entity) => hash(JSON.stringify(schema.parse(entity)));
}
