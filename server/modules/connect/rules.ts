import type { Requirements } from "../../platform/payments/port.ts";

/** Returns whether the provider requires nothing more, so that tips may be turned on and off. */
export function isReady({ currentlyDue, pastDue }: Requirements): boolean {
  return currentlyDue.length === 0 && pastDue.length === 0;
}

/** Returns whether tips must be turned off: requirements that are past due end them, requirements that are due soon do not. */
export function endsTips({ pastDue }: Requirements): boolean {
  return pastDue.length > 0;
}
