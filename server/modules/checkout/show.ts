import type { CheckoutOrder, PreviewInput, Unavailable } from "../../../contract/api/checkout.ts";
import { CODE_LIMIT } from "../../../contract/rules/limits.ts";
import type { PriceProblem } from "../../../contract/rules/prices.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { OrderRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { findUnavailable, isPayable } from "./payable.ts";
import { presentCheckoutOrder } from "./presenter.ts";
import { quoteOrder } from "./quote.ts";

export type Shown = {
  order: CheckoutOrder;
  unavailable: Unavailable | null;
  /** Why it cannot be paid as chosen. */
  problem: PriceProblem | null;
};

/**
 * Returns an order for its checkout, with its price for what the buyer chooses; without a choice, for what was chosen last.
 * Changes nothing.
 * Throws 429 for too many codes.
 */
export async function showCheckout(
  deps: CheckoutDeps,
  { row, choice, ip }: { row: OrderRow; choice: PreviewInput; ip: string },
): Promise<Shown> {
  const { db, orders, settings, limits } = deps;
  const { publicUrl } = settings;
  const present = (quote: Parameters<typeof presentCheckoutOrder>[1]["quote"]) =>
    presentCheckoutOrder(row, { orders, publicUrl, quote });
  const unavailable = await findUnavailable(db, row);
  if (row.provider === "mock" || unavailable || !isPayable(row)) {
    return { order: present(null), unavailable, problem: null };
  }
  if (choice.code) await limits.consume({ name: "discount codes", key: ip, ...CODE_LIMIT });
  const chosen = {
    amountCents: choice.amountCents ?? (row.buyerEmail === null ? null : row.itemCents),
    code: choice.code ?? row.discountCode,
    country: choice.country ?? row.buyerCountry,
  };
  const quote = (code: string | null) => quoteOrder(deps, db, { order: row, choice: { ...chosen, code } });
  try {
    const { problem, ...found } = await quote(chosen.code);
    return { order: present({ ...found, problem }), unavailable, problem };
  } catch (error) {
    const message = error instanceof AppError ? error.details?.fieldErrors.code?.[0] : undefined;
    if (message === undefined) throw error;
    return { order: present(await quote(null)), unavailable, problem: { field: "code", message } };
  }
}
