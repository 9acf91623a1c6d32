import { constants, getPriority, setPriority } from "node:os";

/** Whoever is served meanwhile goes first. Who was started to step back further stays there: an ordinary user may not go forward again. */
export function stepBack(): void {
  const wanted = constants.priority.PRIORITY_BELOW_NORMAL;
  if (getPriority() < wanted) setPriority(wanted);
}
