import { type DeriveToken, hashToken } from "../../../platform/tokens.ts";

/** Derives an order's tokens from its seed, so that repeated requests return the same link while the database stores only hashes. */
export function createOrderTokens(derive: DeriveToken) {
  return {
    checkout: (seed: string) => derive("checkout", seed),
    order: (linkSeed: string) => derive("order", linkSeed),
    /** Each renewal increments the generation, so that the previous link stops working. */
    download: (seed: string, generation: number) => derive("download", seed, generation),
    /** Stored in a cookie of the browser that paid. */
    browser: (seed: string) => derive("paying-browser", seed),
    /** Of an emailed link to the library, from its id. */
    library: (id: string) => derive("library", id),
    /** Of an emailed link that confirms or undoes the right email of an order, from its id. */
    emailChange: (link: "confirm" | "undo", id: string) => derive("order-email", link, id),
    /** Of an emailed link to a gift, from its id. */
    gift: (id: string) => derive("gift", id),
    /** Of an emailed link with which a payer takes a gift back, from the value of the order's link. */
    stopGift: (linkSeed: string) => derive("stop-gift", linkSeed),
    /** Of a link that ends the news of a product for an email, from the email's hash. */
    productNews: (productId: number, emailHash: string) => derive("end-product-news", productId, emailHash),
    hash: hashToken,
  };
}

export type OrderTokens = ReturnType<typeof createOrderTokens>;

/** Returns the value from which the tokens of an order's link and checkout are derived. A correction of the email changes it, so that older links end. */
export const linkSeedOf = ({ seed, orderLinkVersion }: { seed: string; orderLinkVersion: number }): string =>
  orderLinkVersion === 0 ? seed : `${seed}.${orderLinkVersion}`;
