import type { z } from "zod";

/** `browser` lasts until the user deletes it, `tab` until the tab is closed. */
type Lifetime = "browser" | "tab";

const storageOf = (lifetime: Lifetime) =>
  lifetime === "browser" ? window.localStorage : window.sessionStorage;

/** Returns the text under a key, or null if there is none or storage is blocked. */
export function readStored(lifetime: Lifetime, key: string): string | null {
  try {
    return storageOf(lifetime).getItem(key);
  } catch {
    return null;
  }
}

/** Returns the JSON under a key, or null if it does not fit the schema. */
export function readStoredJson<T>(lifetime: Lifetime, key: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(readStored(lifetime, key) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

/** Stores a text, or removes it by null. If storage is blocked or full, it lasts until the page is left. */
export function store(lifetime: Lifetime, key: string, value: string | null): void {
  try {
    if (value === null) storageOf(lifetime).removeItem(key);
    else storageOf(lifetime).setItem(key, value);
  } catch {
    // Blocked or full.
  }
}
