import type { z } from "zod";

/** `browser`: until the user deletes it; `tab`: until the tab is closed. */
type Lifetime = "browser" | "tab";

const storageOf = (lifetime: Lifetime) =>
  lifetime === "browser" ? window.localStorage : window.sessionStorage;

/** Returns the text that is stored under a key; null without one, or when storage is not allowed. */
export function readStored(lifetime: Lifetime, key: string): string | null {
  try {
    return storageOf(lifetime).getItem(key);
  } catch {
    return null;
  }
}

/** Returns what is stored under a key as JSON; null when it does not fit the schema. */
export function readStoredJson<T>(lifetime: Lifetime, key: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(readStored(lifetime, key) ?? "null")).data ?? null;
  } catch {
    return null;
  }
}

/** Stores a text, or removes it by null. Where storage is not allowed or full, it applies until the page is left. */
export function store(lifetime: Lifetime, key: string, value: string | null): void {
  try {
    if (value === null) storageOf(lifetime).removeItem(key);
    else storageOf(lifetime).setItem(key, value);
  } catch {
    // As above.
  }
}
