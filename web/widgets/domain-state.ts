import type { Domain } from "../../contract/api/domains.ts";
import { t } from "../../contract/texts.ts";
import type { BadgeTone } from "../ui/badge.tsx";

/** Returns the state of a domain in two or three words. */
export function domainStateOf({
  state,
  failing_since,
  routing_failure,
}: Pick<Domain, "state" | "failing_since" | "routing_failure">): { text: string; tone: BadgeTone } {
  if (state === "paused") return { text: t("Paused"), tone: "bad" };
  if (state === "pending") return { text: t("Waiting for the record"), tone: "neutral" };
  if (failing_since !== null) return { text: t("Record lost"), tone: "warn" };
  return routing_failure === null
    ? { text: t("Live"), tone: "good" }
    : { text: t("Proved"), tone: "primary" };
}
