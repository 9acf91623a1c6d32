import { z } from "zod";
import { readStoredJson, store } from "../../../lib/browser-storage.ts";

const Stored = z.object({ requestId: z.uuid(), refunds: z.number() });
const keyOf = (orderId: number) => `tessera.refund.${orderId}`;

type Known = { id: number; refunds: readonly unknown[] };

/** Returns the id of a request that got no response before the page was left, or null. A refund that has appeared since proves that the request arrived, so the next one is new. */
export function findRefundRequest({ id, refunds }: Known): string | null {
  const stored = readStoredJson("tab", keyOf(id), Stored);
  return stored?.refunds === refunds.length ? stored.requestId : null;
}

/** Keeps the id of a request until its response arrives, for the life of this tab. */
export function saveRefundRequest({ id, refunds }: Known, requestId: string): void {
  store("tab", keyOf(id), JSON.stringify({ requestId, refunds: refunds.length }));
}

export const removeRefundRequest = ({ id }: Known) => store("tab", keyOf(id), null);
