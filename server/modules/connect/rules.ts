import type { Requirements } from "../../platform/payments/port.ts";

/** True when the provider asks for nothing more: then tips may be turned on and off. */
export function isReady({ currentlyDue, pastDue }: Requirements): boolean {
  return currentlyDue.length === 0 && pastDue.length === 0;
}

/** What is due soon leaves tips alone; what is late ends them. */
export function endsTips({ pastDue }: Requirements): boolean {
  return pastDue.length > 0;
}
