import { eq } from "drizzle-orm";
import { paths } from "../../../contract/rules/paths.ts";
import type { Payment, Sales } from "../../platform/payments/sales.ts";
import type { OrderDeps } from "./deps.ts";
import { orderAddresses } from "./detail-tables.ts";
import type { PaymentRow } from "./order-state.ts";
import type { OrderRow } from "./repository.ts";

/** Creates a stored payment at its provider. A repeat sends the same parameters, all of which are stored, and receives the same payment. Throws `ProviderUnavailable`, `CreationFailed`, `SellerUnavailable`, `AmountTooSmall`. */
export async function createAtProvider(
  { db, tokens, publicUrl }: Pick<OrderDeps, "db" | "tokens" | "publicUrl">,
  sales: Sales,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
): Promise<Payment> {
  const { parameters, expiresAt } = payment;
  if (!parameters || !expiresAt) throw new Error("payment has no parameters");
  const { request: _request, ...sent } = parameters;
  const [address] =
    order.productType === "physical"
      ? await db.select().from(orderAddresses).where(eq(orderAddresses.orderId, order.id))
      : [];
  return sales.startPayment({
    id: payment.id,
    account: payment.account,
    amount: payment.amountCents,
    currency: payment.currency,
    fee: payment.feeCents,
    ...sent,
    address: address ?? null,
    returnUrl: `${publicUrl}${paths.payReturn(tokens.checkout(order.seed))}`,
    expiresAt,
  });
}
