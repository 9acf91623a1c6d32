import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { readStored, readStoredJson, store } from "./browser-storage.ts";

afterEach(() => vi.unstubAllGlobals());

/** Replaces the storage of the tab. */
function stubStorage(storage: Partial<Storage>) {
  vi.stubGlobal("window", { sessionStorage: storage });
}

test("stores a text apart from others until it is removed", () => {
  const stored = new Map<string, string>();
  stubStorage({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  });
  expect(readStored("tab", "one")).toBeNull();
  store("tab", "one", "[1]");
  expect([readStored("tab", "one"), readStored("tab", "other")]).toEqual(["[1]", null]);
  expect(readStoredJson("tab", "one", z.array(z.number()))).toEqual([1]);
  expect(readStoredJson("tab", "one", z.array(z.string()))).toBeNull();
  store("tab", "one", null);
  expect(readStoredJson("tab", "one", z.array(z.number()))).toBeNull();
  store("tab", "one", "[1");
  expect(readStoredJson("tab", "one", z.array(z.number()))).toBeNull();
});

test("ignores blocked storage", () => {
  const reject = () => {
    throw new DOMException("denied", "SecurityError");
  };
  stubStorage({ getItem: reject, setItem: reject, removeItem: reject });
  expect(readStored("tab", "one")).toBeNull();
  expect(() => store("tab", "one", "1")).not.toThrow();
  expect(() => store("tab", "one", null)).not.toThrow();
});
