import { expect, test } from "vitest";
import { createSealer } from "./seal.ts";

const sealer = createSealer("a secret that only tests know, long enough");
const plain = Buffer.from("twenty bytes of key!");
const sealed = sealer.seal(plain, "totp", "anna");

test("opens sealed bytes only in their place", () => {
  expect(sealer.open(sealed, "totp", "anna")).toEqual(plain);
  expect(sealer.open(sealed, "totp", "vera")).toBeUndefined();
  expect(sealer.open(sealed, "token", "anna")).toBeUndefined();
  expect(sealer.open(sealed, "totp")).toBeUndefined();
});

test("seals to different bytes each time, without the plain ones in them", () => {
  expect(sealed.includes(plain)).toBe(false);
  expect(sealer.seal(plain, "totp", "anna")).not.toEqual(sealed);
});

test("opens neither changed bytes nor bytes sealed with another secret", () => {
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(sealer.open(changed, "totp", "anna")).toBeUndefined();
  }
  expect(sealer.open(sealed.subarray(0, -1), "totp", "anna")).toBeUndefined();
  expect(sealer.open(Buffer.alloc(0), "totp", "anna")).toBeUndefined();
  const other = createSealer("another secret, which is long enough as well");
  expect(other.open(sealed, "totp", "anna")).toBeUndefined();
});
