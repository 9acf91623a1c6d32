import { type DeriveToken, hashToken } from "../../platform/tokens.ts";

/** An order's tokens follow from its seed, so that repeated requests return the same link while the database holds hashes only. */
export function createOrderTokens(derive: DeriveToken) {
  return {
    checkout: (seed: string) => derive("checkout", seed),
    order: (seed: string) => derive("order", seed),
    /** A renewal is a new generation: the link before it stops working. */
    download: (seed: string, generation: number) => derive("download", seed, generation),
    /** Stored in a cookie of the browser that paid. */
    browser: (seed: string) => derive("paying-browser", seed),
    hash: hashToken,
  };
}

export type OrderTokens = ReturnType<typeof createOrderTokens>;
