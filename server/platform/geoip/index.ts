/** The country of an address by its two letters; null for private addresses and those nobody knows. */
export type FindCountry = (address: string) => string | null;
