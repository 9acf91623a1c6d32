/** Returns the two-letter country code of an IP, or null for private and unknown IPs. */
export type FindCountry = (address: string) => string | null;
