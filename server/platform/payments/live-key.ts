/** Returns whether a key moves real money. */
export function isLiveKey(secretKey: string): boolean {
  return /^[a-z]+_live_/.test(secretKey);
}
