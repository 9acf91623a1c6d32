import { randomUUID } from "node:crypto";
import type { PaymentMode } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import { enqueuePayoutChanged } from "../creators/index.ts";
import type { AccountRow } from "./repository.ts";

type Stopped = Pick<AccountRow, "id" | "creatorId" | "provider" | "revision">;
/** `findOwner` returns a creator's email, or null if it receives none. */
export type StoppedSalesDeps = Pick<Infrastructure, "clock" | "mails"> & {
  findOwner(tx: Transaction, creatorId: number): Promise<{ email: string | null }>;
};

/**
 * Emails the creator that their account no longer takes payments. Call it in the transaction that stops the sales, so
 * that each stop sends one email. `mockCheckout` is true if buyers now get their orders without paying.
 */
export async function queueSalesStopped(
  tx: Transaction,
  { mails, findOwner }: StoppedSalesDeps,
  { id, creatorId, provider, revision }: Stopped,
  { mockCheckout = false }: { mockCheckout?: boolean } = {},
): Promise<void> {
  const { email } = await findOwner(tx, creatorId);
  if (email === null) return;
  await mails.enqueueEmail(tx, {
    to: email,
    mail: {
      mail: "sales-stopped",
      mockCheckout,
      provider,
      links: { main: { to: "page", path: paths.settings() } },
    },
    cause: `account ${id} revision ${revision}`,
  });
}

/** Emails the creator that a payout account was connected or disconnected. */
export async function queuePayoutChanged(
  tx: Transaction,
  deps: StoppedSalesDeps,
  {
    creatorId,
    ...change
  }: Pick<AccountRow, "creatorId" | "provider" | "accountId"> & { change: "connected" | "disconnected" },
): Promise<void> {
  const { email: to } = await deps.findOwner(tx, creatorId);
  await enqueuePayoutChanged(tx, deps, { to, ...change });
}

/**
 * Emails the creator that their sales are now for real money, or are now only tests. Call it in the transaction of
 * the change, so that each change sends one email.
 */
export async function queueSalesModeChanged(
  tx: Transaction,
  { mails, findOwner }: StoppedSalesDeps,
  { id, creatorId }: Pick<AccountRow, "id" | "creatorId">,
  mode: PaymentMode,
): Promise<void> {
  const { email } = await findOwner(tx, creatorId);
  if (email === null) return;
  await mails.enqueueEmail(tx, {
    to: email,
    mail: { mail: "sales-mode-changed", mode, links: { main: { to: "page", path: paths.settings() } } },
    // A random part makes the cause unique, because the same accounts may be exchanged again.
    cause: `account ${id} replaced ${randomUUID()}`,
  });
}
