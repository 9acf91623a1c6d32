/** Returns whether a key moves real money. */
export function isLiveKey(secretKey: string): boolean {
  return /^([a-z]+_)?live_/.test(secretKey);
}

/** Returns whether Mollie moves real money: an app without a key does, because it has no mode of its own. */
export const isMollieLive = ({ apiKey }: { apiKey: string | undefined }): boolean =>
  apiKey === undefined || isLiveKey(apiKey);
