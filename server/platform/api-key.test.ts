import { expect, test } from "vitest";
import { hasApiKey, isApiKey, newApiKey, shownPartOf } from "./api-key.ts";

test("makes keys of one form, each of them once", () => {
  const keys = Array.from({ length: 200 }, newApiKey);
  for (const key of keys) expect(key).toMatch(/^tsk_[0-9A-Za-z]{46}$/);
  expect(new Set(keys).size).toBe(200);
  expect(keys.every(isApiKey)).toBe(true);
});

test("has the checksum of its random part", () => {
  // zlib.crc32 of Python gives 0x963fbb8e for forty zeros, which is 2kaqcA to base 62.
  const zeros = "0".repeat(40);
  expect(isApiKey(`tsk_${zeros}2kaqcA`)).toBe(true);
});

test("rejects a key with a changed character, another length or anything around it", () => {
  const key = newApiKey();
  for (let at = 0; at < key.length; at++) {
    const other = key[at] === "x" ? "y" : "x";
    expect(isApiKey(key.slice(0, at) + other + key.slice(at + 1)), String(at)).toBe(false);
  }
  for (const text of ["", "tsk_", key.slice(1), `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase()])
    expect(isApiKey(text)).toBe(false);
});

test("finds a key in a URL, also with an escaped underscore", () => {
  const key = newApiKey();
  for (const url of [`/api/tiles?key=${key}`, `/api/x?a=1&t=${key.replace("_", "%5F")}`, `/api/tiles/${key}`])
    expect(hasApiKey(url)).toBe(true);
  for (const url of ["/api/tiles?key=tsk_short", "/api/tiles", `/api/tiles?key=${shownPartOf(key)}`])
    expect(hasApiKey(url)).toBe(false);
});

test("shows ten characters of a key", () => {
  const key = newApiKey();
  expect(shownPartOf(key)).toBe(key.slice(0, 10));
});
