import type { Transaction } from "../../platform/database/index.ts";
import type { OrderPaymentDeps } from "./deps.ts";
import type { PaymentRow } from "./money.ts";
import { insertPayment, updatePayment } from "./repository.ts";

type NewRow = Parameters<typeof insertPayment>[1];

/**
 * Stores another attempt to pay a locked order whose open payment the provider cannot close.
 * The open payment continues if its page has the same amount, methods and seller. Otherwise it expires here and
 * another one is stored. The expired payment is still read like an open one, because its buyer can still pay it.
 */
export async function replacePayment(
  tx: Transaction,
  { counts }: OrderPaymentDeps,
  open: PaymentRow,
  values: NewRow,
): Promise<PaymentRow> {
  if (isSameMoney(open, values)) {
    const { purchase = null, parameters = null, expiresAt = null } = values;
    await updatePayment(tx, open, { purchase, parameters, expiresAt });
    return { ...open, purchase, parameters, expiresAt };
  }
  const status = "expired";
  await updatePayment(tx, open, { status }, open.status);
  counts.addStatus(tx, { before: open.status, after: status });
  return insertPayment(tx, values);
}

/** Returns whether an open payment has the same amount, methods and seller as another attempt. */
const isSameMoney = (open: PaymentRow, values: NewRow): boolean =>
  open.url !== null &&
  open.provider === values.provider &&
  open.mode === values.mode &&
  open.account === values.account &&
  open.amountCents === values.amountCents &&
  open.currency === values.currency &&
  open.feeCents === values.feeCents &&
  open.parameters?.allowLate === values.parameters?.allowLate;
