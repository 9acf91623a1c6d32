import type { PaymentProvider } from "../../../contract/api/creators.ts";
import type { Seller } from "../../../contract/api/sellers.ts";
import type { PaymentMode, ProviderName } from "../../../contract/rules/order-states.ts";
import type { Queries } from "../../platform/database/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { errors } from "./errors.ts";

/** The account that receives the money of a creator's sales; none in the mock checkout. */
export type OpenSelling = (
  | { kind: "real"; provider: ProviderName; mode: PaymentMode }
  | { kind: "mock"; provider: "mock"; mode: null }
) & {
  accountRowId: string | null;
  /** Null for the installation's own account. */
  account: string | null;
};

/**
 * How a creator's products are sold. `seller` is null only if no money moves.
 * `unavailable`: the chosen provider cannot take payments now; the mock checkout never replaces it.
 */
export type Selling = (
  | OpenSelling
  | { kind: "unavailable"; provider: ProviderName }
  | { kind: "off"; provider: "mock" }
) & {
  seller: Seller | null;
};

type Deps = Pick<CheckoutDeps, "connect" | "sellers" | "sales" | "settings">;

/** Returns how a creator's products are sold, from stored state. */
export async function findSelling(deps: Deps, db: Queries, creatorId: number): Promise<Selling> {
  const account = await deps.connect.sellingAccount(db, creatorId);
  const seller = await deps.sellers.findSeller(db, creatorId);
  if (!account && !deps.settings.mockCheckout) return { kind: "off", provider: "mock", seller };
  if (!account)
    return { kind: "mock", provider: "mock", mode: null, accountRowId: null, account: null, seller };
  const { provider, mode, account: id, rowId } = account;
  if (!isReady(deps, account, seller)) return { kind: "unavailable", provider, seller };
  return { kind: "real", provider, mode, accountRowId: rowId, account: id, seller };
}

/** The page's data of its creator, with their seller details. */
export type SellingCreator = { id: number; paymentProvider: PaymentProvider; seller: object | null };

/** Returns how a creator's products are sold, as their public page shows it. */
export async function findSells(
  deps: Deps,
  db: Queries,
  { id, paymentProvider, seller }: SellingCreator,
): Promise<"mock" | "real" | "off"> {
  // Most creators have chosen no provider, and pages are read often.
  const account = paymentProvider === "none" ? undefined : await deps.connect.sellingAccount(db, id);
  if (!account) return deps.settings.mockCheckout ? "mock" : "off";
  return isReady(deps, account, seller) ? "real" : "off";
}

type Account = NonNullable<Awaited<ReturnType<Deps["connect"]["sellingAccount"]>>>;

const isReady = (
  { sales }: Pick<Deps, "sales">,
  { canSell, mode, provider }: Pick<Account, "canSell" | "mode" | "provider">,
  seller: object | null,
) => canSell && mode === sales[provider].mode && (seller !== null || mode === "sandbox");

/** Returns whether anything is for sale, for money or in the mock checkout. */
export const isOpen = (selling: Selling): selling is Selling & OpenSelling =>
  selling.kind === "real" || selling.kind === "mock";

/** Throws 409 if nothing is for sale for money. */
export function assertSelling(selling: Selling): asserts selling is Selling & OpenSelling {
  if (selling.kind === "off") throw errors.noLongerForSale();
  if (selling.kind === "unavailable") throw errors.sellerUnavailable();
}
