import type { PaymentMode } from "../../../contract/order-states.ts";
import type { Seller } from "../../../contract/sellers.ts";
import type { Queries } from "../../platform/database/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { noLongerForSale, sellerUnavailable } from "./errors.ts";

/** The account that takes the money of a creator's sales. */
export type RealSelling = {
  kind: "real";
  mode: PaymentMode;
  accountRowId: string | null;
  /** Null for the installation's own account. */
  account: string | null;
  /** Null only in the sandbox. */
  seller: Seller | null;
};

/** How what a creator offers is sold. `unavailable`: a provider was chosen, but cannot take payments now; the mock checkout never replaces it. */
export type Selling = RealSelling | { kind: "mock" | "off" | "unavailable" };

/** Returns how what a creator offers is sold, from stored state. */
export async function findSelling(
  { connect, sellers, sales, settings }: Pick<CheckoutDeps, "connect" | "sellers" | "sales" | "settings">,
  db: Queries,
  creatorId: number,
): Promise<Selling> {
  const account = await connect.sellingAccount(db, creatorId);
  if (!account) return { kind: settings.mockCheckout ? "mock" : "off" };
  const seller = await sellers.findSeller(db, creatorId);
  const isReady = account.canSell && account.mode === sales.provider.mode;
  if (!isReady || (seller === null && account.mode !== "sandbox")) return { kind: "unavailable" };
  const { mode, account: id, rowId } = account;
  return { kind: "real", mode, accountRowId: rowId, account: id, seller };
}

/** Throws 409 where nothing can be bought for money. */
export function assertSelling(selling: Selling): asserts selling is RealSelling | { kind: "mock" } {
  if (selling.kind === "off") throw noLongerForSale();
  if (selling.kind === "unavailable") throw sellerUnavailable();
}
