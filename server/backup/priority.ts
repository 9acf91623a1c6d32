import { constants, getPriority, setPriority } from "node:os";

/** Lowers this process's priority below the server's. An even lower one stays, because ordinary users cannot raise it. */
export function lowerPriority(): void {
  const requested = constants.priority.PRIORITY_BELOW_NORMAL;
  if (getPriority() < requested) setPriority(requested);
}
