const KEY = /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*$/;

/** Throws unless the key has the format of generated keys, so that it cannot name a path outside the storage. */
export function checkKey(key: string): string {
  if (key.length > 200 || !KEY.test(key)) throw new Error("Not a storage key.");
  return key;
}
