/** Returns the two-letter country code of an IP; null for private and unknown IPs. */
export type FindCountry = (address: string) => string | null;
