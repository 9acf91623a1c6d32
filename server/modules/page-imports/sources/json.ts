/** A value of a JSON document of another service, whose shape is not certain. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Returns the value at a path of keys, or undefined if any of them is missing. */
export function at(value: Json | undefined, ...keys: readonly string[]): Json | undefined {
  let found = value;
  for (const key of keys) {
    if (found === null || typeof found !== "object" || Array.isArray(found)) return undefined;
    found = Object.hasOwn(found, key) ? found[key] : undefined;
  }
  return found;
}

/** Returns the items of a list, or none for another value. */
export const itemsOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/** Returns the parsed text, or undefined if it is not JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
