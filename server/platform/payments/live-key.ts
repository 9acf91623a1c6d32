/** Returns whether a key moves real money. */
export function isLiveKey(secretKey: string): boolean {
  return /^([a-z]+_)?live_/.test(secretKey);
}
