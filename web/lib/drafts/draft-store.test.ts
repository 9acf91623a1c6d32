import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadDraft, removeDraft, removeDraftsOfOthers, saveDraft } from "./draft-store.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("window", {
    // The keys of a storage are its own properties.
    sessionStorage: new Proxy(
      {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
      {
        ownKeys: () => [...kept.keys()],
        getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
      },
    ),
  });
});
afterEach(() => vi.unstubAllGlobals());

const draft = { creatorId: 7, id: 3, values: { title: "Film" } };

test("loads a draft for the same creator and form until it is removed", () => {
  saveDraft("tile", draft);
  expect(loadDraft("product", 7)).toBeNull();
  expect(loadDraft("tile", 7)).toEqual(draft);
  expect(loadDraft("tile", 7)).toEqual(draft);
  removeDraft("tile", 7);
  expect(loadDraft("tile", 7)).toBeNull();
});

test("does not return another creator's draft, and keeps it until another one signs in", () => {
  saveDraft("tile", draft);
  saveDraft("tile", { ...draft, creatorId: 17 });
  expect(loadDraft("tile", 8)).toBeNull();
  removeDraftsOfOthers(7);
  expect(loadDraft("tile", 7)).toEqual(draft);
  expect(kept.size).toBe(1);
  removeDraftsOfOthers(8);
  expect(kept.size).toBe(0);
});

test("ignores invalid drafts", () => {
  for (const nonsense of ["", "{", "5", '{"creatorId":"7"}']) {
    kept.set("tessera-draft-tile-7", nonsense);
    expect(loadDraft("tile", 7)).toBeNull();
  }
});

test("ignores a browser that blocks storage", () => {
  const reject = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("window", { sessionStorage: { getItem: reject, setItem: reject, removeItem: reject } });
  expect(() => saveDraft("tile", draft)).not.toThrow();
  expect(loadDraft("tile", 7)).toBeNull();
  expect(() => removeDraft("tile", 7)).not.toThrow();
});
