import type { Config } from "../../config/config.ts";

/** Returns whether a key moves real money. */
export function isLiveKey(secretKey: string): boolean {
  return /^([a-z]+_)?live_/.test(secretKey);
}

/** Returns whether Mollie moves real money: an app without a key does, because it has no mode of its own. */
export const isMollieLive = ({ apiKey }: Pick<NonNullable<Config["mollie"]>, "apiKey">): boolean =>
  apiKey === undefined || isLiveKey(apiKey);
