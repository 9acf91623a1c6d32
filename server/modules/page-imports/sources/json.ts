import { MAX_IMPORT_FILE } from "../../../../contract/api/page-imports.ts";
import { parseJson as parseBounded } from "../../../platform/json.ts";

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

/** Returns the parsed text, or undefined if it is not JSON, or too deep or large to be a page's. */
export function parseJson(text: string): Json | undefined {
  try {
    return parseBounded(text, MAX_IMPORT_FILE) as Json;
  } catch {
    return undefined;
  }
}
