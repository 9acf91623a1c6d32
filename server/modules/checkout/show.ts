import type { CheckoutOrder, PreviewInput, Unavailable } from "../../../contract/api/checkout.ts";
import { CODE_LIMIT } from "../../../contract/rules/limits.ts";
import type { PaymentMode } from "../../../contract/rules/order-states.ts";
import type { PriceProblem } from "../../../contract/rules/prices.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { OrderRow } from "../orders/index.ts";
import type { CheckoutDeps } from "./deps.ts";
import { findUnavailable, isPayable } from "./payable.ts";
import { presentCheckoutOrder } from "./presenter.ts";
import { type Quote, quoteOrder } from "./quote.ts";
import { isOpen } from "./selling.ts";

export type Shown = {
  order: CheckoutOrder;
  unavailable: Unavailable | null;
  /** Why it cannot be paid as chosen. */
  problem: PriceProblem | null;
  /** Whether money moves: only in `live`; null in the mock checkout. */
  mode: PaymentMode | null;
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
  const unavailable = await findUnavailable(db, row);
  const show = (quote: Quote | null, problem: PriceProblem | null) => ({
    order: presentCheckoutOrder(row, { orders, publicUrl, quote }),
    unavailable,
    problem,
    mode: quote && isOpen(quote.selling) ? quote.selling.mode : row.mode,
  });
  if (unavailable || !isPayable(row)) return show(null, null);
  if (choice.code) await limits.consume({ name: "discount codes", key: ip, ...CODE_LIMIT });
  const chosen = {
    amountCents: choice.amountCents ?? (row.buyerEmail === null ? null : row.itemCents),
    code: choice.code ?? row.discountCode,
    country: choice.country ?? row.buyerCountry,
  };
  const quote = (code: string | null) => quoteOrder(deps, db, { order: row, choice: { ...chosen, code } });
  try {
    const found = await quote(chosen.code);
    return show(found, found.problem);
  } catch (error) {
    const message = error instanceof AppError ? error.details?.fieldErrors.code?.[0] : undefined;
    if (message === undefined) throw error;
    return show(await quote(null), { field: "code", message });
  }
}
