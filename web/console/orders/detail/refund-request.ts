import { z } from "zod";

const Stored = z.object({ requestId: z.uuid(), refunds: z.number() });
const keyOf = (orderId: number) => `tessera.refund.${orderId}`;

type Known = { id: number; refunds: readonly unknown[] };

/** Returns the id of a request whose response was lost before the page was left, or null. Once the order shows a refund that it did not show then, the request was received, and the next one is another. */
export function findRefundRequest({ id, refunds }: Known): string | null {
  try {
    const stored = Stored.safeParse(JSON.parse(window.sessionStorage.getItem(keyOf(id)) ?? "null")).data;
    return stored?.refunds === refunds.length ? stored.requestId : null;
  } catch {
    return null;
  }
}

/** Keeps the id of a request until its response arrives, for as long as this tab lives. */
export function saveRefundRequest({ id, refunds }: Known, requestId: string): void {
  try {
    window.sessionStorage.setItem(keyOf(id), JSON.stringify({ requestId, refunds: refunds.length }));
  } catch {
    // Storage may be blocked; the id then lasts as long as the page.
  }
}

export function removeRefundRequest({ id }: Known): void {
  try {
    window.sessionStorage.removeItem(keyOf(id));
  } catch {
    // Blocked: there is nothing in it.
  }
}
