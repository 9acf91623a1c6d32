import type { PaymentProvider } from "../../../contract/api/creators.ts";
import type { Seller } from "../../../contract/api/sellers.ts";
import type { PaymentMode, ProviderName } from "../../../contract/rules/order-states.ts";
import type { Queries } from "../../platform/database/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { errors } from "./errors.ts";

/** The account that takes the money of a creator's sales. */
export type RealSelling = {
  kind: "real";
  provider: ProviderName;
  mode: PaymentMode;
  accountRowId: string | null;
  /** Null for the installation's own account. */
  account: string | null;
  /** Null only in the sandbox. */
  seller: Seller | null;
};

/**
 * How what a creator offers is sold.
 * `unavailable`: a provider was chosen, but cannot take payments now; the mock checkout never replaces it.
 */
export type Selling =
  | RealSelling
  | { kind: "unavailable"; provider: ProviderName }
  | { kind: "mock" | "off" };

type Deps = Pick<CheckoutDeps, "connect" | "sellers" | "sales" | "settings">;

/** Returns how what a creator offers is sold, from stored state. */
export async function findSelling(deps: Deps, db: Queries, creatorId: number): Promise<Selling> {
  const account = await deps.connect.sellingAccount(db, creatorId);
  if (!account) return { kind: withoutProvider(deps) };
  const seller = await deps.sellers.findSeller(db, creatorId);
  if (!isReady(deps, account, seller)) return { kind: "unavailable", provider: account.provider };
  const { provider, mode, account: id, rowId } = account;
  return { kind: "real", provider, mode, accountRowId: rowId, account: id, seller };
}

/** What a page has read of its creator, with their seller details. */
export type SellingCreator = { id: number; paymentProvider: PaymentProvider; seller: object | null };

/** Returns how a creator's products are sold, as their public page shows it. */
export async function findSells(
  deps: Deps,
  db: Queries,
  { id, paymentProvider, seller }: SellingCreator,
): Promise<"mock" | "real" | "off"> {
  // Most creators have chosen no provider, and pages are read often.
  const account = paymentProvider === "none" ? undefined : await deps.connect.sellingAccount(db, id);
  if (!account) return withoutProvider(deps);
  return isReady(deps, account, seller) ? "real" : "off";
}

const withoutProvider = ({ settings }: Pick<Deps, "settings">) => (settings.mockCheckout ? "mock" : "off");

type Account = NonNullable<Awaited<ReturnType<Deps["connect"]["sellingAccount"]>>>;

const isReady = (
  { sales }: Pick<Deps, "sales">,
  { canSell, mode, provider }: Pick<Account, "canSell" | "mode" | "provider">,
  seller: object | null,
) => canSell && mode === sales[provider].mode && (seller !== null || mode === "sandbox");

/** Throws 409 where nothing can be bought for money. */
export function assertSelling(selling: Selling): asserts selling is RealSelling | { kind: "mock" } {
  if (selling.kind === "off") throw errors.noLongerForSale();
  if (selling.kind === "unavailable") throw errors.sellerUnavailable();
}
