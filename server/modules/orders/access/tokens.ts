import { type DeriveToken, hashToken } from "../../../platform/tokens.ts";

/** Derives an order's tokens from its seed, so that repeated requests return the same link while the database stores only hashes. */
export function createOrderTokens(derive: DeriveToken) {
  return {
    checkout: (seed: string) => derive("checkout", seed),
    order: (seed: string) => derive("order", seed),
    /** Each renewal increments the generation, so that the previous link stops working. */
    download: (seed: string, generation: number) => derive("download", seed, generation),
    /** Stored in a cookie of the browser that paid. */
    browser: (seed: string) => derive("paying-browser", seed),
    /** Of an emailed link to the library, from its id. */
    library: (id: string) => derive("library", id),
    hash: hashToken,
  };
}

export type OrderTokens = ReturnType<typeof createOrderTokens>;
