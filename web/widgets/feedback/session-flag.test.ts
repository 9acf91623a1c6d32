import { afterEach, expect, test, vi } from "vitest";
import { isDismissed, rememberDismissal } from "./session-flag.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser with this storage. */
function browsing(storage: Partial<Storage>) {
  vi.stubGlobal("window", { sessionStorage: storage });
}

test("the widget is there until it is sent away", () => {
  const kept = new Map<string, string>();
  browsing({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  });
  expect(isDismissed()).toBe(false);
  rememberDismissal();
  expect(isDismissed()).toBe(true);
});

test("a browser that blocks storage is no reason to fail", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  browsing({ getItem: refuse, setItem: refuse });
  expect(isDismissed()).toBe(false);
  expect(rememberDismissal).not.toThrow();
});
