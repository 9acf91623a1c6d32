import { afterEach, expect, test, vi } from "vitest";
import { readFlag, writeFlag } from "./session-flag.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser with this storage. */
function stubStorage(storage: Partial<Storage>) {
  vi.stubGlobal("window", { sessionStorage: storage });
}

test("a flag is stored until it is removed, apart from the other", () => {
  const stored = new Map<string, string>();
  stubStorage({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  });
  expect(readFlag("dismissed")).toBe(false);
  writeFlag("dismissed", true);
  expect([readFlag("dismissed"), readFlag("open")]).toEqual([true, false]);
  writeFlag("dismissed", false);
  expect(readFlag("dismissed")).toBe(false);
});

test("blocked storage causes no error", () => {
  const reject = () => {
    throw new DOMException("denied", "SecurityError");
  };
  stubStorage({ getItem: reject, setItem: reject, removeItem: reject });
  expect(readFlag("open")).toBe(false);
  expect(() => writeFlag("open", true)).not.toThrow();
  expect(() => writeFlag("open", false)).not.toThrow();
});
