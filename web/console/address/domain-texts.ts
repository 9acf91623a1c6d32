import type { Domain } from "../../../contract/api/domains.ts";
import { domainLimits } from "../../../contract/rules/domain-limits.ts";
import { t } from "../../../contract/texts.ts";
import { domainStateOf } from "../../widgets/domain-state.ts";

const DAY_MS = 86_400_000;

/** Returns when the server pauses a domain whose record is gone. */
export const pausesAt = (failingSince: string) =>
  new Date(Date.parse(failingSince) + domainLimits.pausedAfterDays * DAY_MS).toISOString();

/** Returns why the last check did not find the proof of a domain, or null. */
export function proofProblem({ failure, found, proof, checked_at, failing_since }: Domain): string | null {
  if (checked_at === null) return null;
  switch (failure) {
    case "missing":
      if (failing_since !== null) return t("The TXT record {name} is gone.", { name: proof.name });
      return t("There is no TXT record {name} yet. A new record can take an hour to be seen everywhere.", {
        name: proof.name,
      });
    case "different":
      return t("The TXT record {name} has another value: {found}. Add the value above.", {
        name: proof.name,
        found: found.join(", "),
      });
    case "silent":
      return t("The DNS servers of this domain did not answer. The next check asks them again.");
    case "taken":
      return t(
        "Your record is right, but another page here has proven this domain, and its record is still there. Remove every other value of the TXT record, then check again.",
      );
    case null:
      return null;
  }
}

/** Returns why a domain does not lead here yet, or null. */
export function routingProblem({ routing_failure, routing_found, name, checked_at }: Domain): string | null {
  if (checked_at === null) return null;
  switch (routing_failure) {
    case "missing":
      return t("{name} leads nowhere yet. Set the records that lead visitors here.", { name });
    case "different":
      return t("{name} leads elsewhere: {found}. Remove records of other kinds for this name.", {
        name,
        found: routing_found.join(", "),
      });
    case "silent":
      return t("The DNS servers did not say where {name} leads. The next check asks them again.", { name });
    case null:
      return null;
  }
}

/** Returns the answer to a check in one sentence. */
export function resultOf(domain: Domain): string {
  const { text } = domainStateOf(domain);
  if (domain.failure !== null) return proofProblem(domain) ?? text;
  return routingProblem(domain) ?? t("{domain} shows your page.", { domain: domain.display_name });
}
