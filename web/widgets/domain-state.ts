import type { Domain } from "../../contract/api/domains.ts";
import type { BadgeTone } from "../ui/badge.tsx";

/** Returns the state of a domain in two or three words. */
export function domainStateOf({
  state,
  failing_since,
  routing_failure,
}: Pick<Domain, "state" | "failing_since" | "routing_failure">): { text: string; tone: BadgeTone } {
  if (state === "paused") return { text: "Paused", tone: "bad" };
  if (state === "pending") return { text: "Waiting for the record", tone: "neutral" };
  if (failing_since !== null) return { text: "Record lost", tone: "warn" };
  return routing_failure === null ? { text: "Live", tone: "good" } : { text: "Proved", tone: "primary" };
}
