import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadDraft, removeDraft, removeDraftsOfOthers, saveDraft } from "./draft-store.ts";

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal("window", {
    // Keys of a storage are its own properties.
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

test("a draft is loaded by the same creator in the same form until it is removed", () => {
  saveDraft("tile", draft);
  expect(loadDraft("product", 7)).toBeNull();
  expect(loadDraft("tile", 7)).toEqual(draft);
  expect(loadDraft("tile", 7)).toEqual(draft);
  removeDraft("tile", 7);
  expect(loadDraft("tile", 7)).toBeNull();
});

test("a draft of another creator is not returned, and stays until another one signs in", () => {
  saveDraft("tile", draft);
  saveDraft("tile", { ...draft, creatorId: 17 });
  expect(loadDraft("tile", 8)).toBeNull();
  removeDraftsOfOthers(7);
  expect(loadDraft("tile", 7)).toEqual(draft);
  expect(kept.size).toBe(1);
  removeDraftsOfOthers(8);
  expect(kept.size).toBe(0);
});

test("what is no draft is none", () => {
  for (const nonsense of ["", "{", "5", '{"creatorId":"7"}']) {
    kept.set("tessera-draft-tile-7", nonsense);
    expect(loadDraft("tile", 7)).toBeNull();
  }
});

test("a browser that blocks storage is no reason to fail", () => {
  const reject = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("window", { sessionStorage: { getItem: reject, setItem: reject, removeItem: reject } });
  expect(() => saveDraft("tile", draft)).not.toThrow();
  expect(loadDraft("tile", 7)).toBeNull();
  expect(() => removeDraft("tile", 7)).not.toThrow();
});
