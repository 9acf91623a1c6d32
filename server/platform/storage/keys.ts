const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Throws unless the key is one we make: no part of it can climb, hide or leave the store. */
export function checkKey(key: string): string {
  if (key.length > 200 || !KEY.test(key)) throw new Error("Not a storage key.");
  return key;
}
