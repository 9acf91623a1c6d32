import type { Transaction } from "../../platform/database/index.ts";
import { isAddress } from "../../platform/mail/address.ts";
import type { AudienceDeps } from "./deps.ts";
import { type ImportedMember, insertMembers } from "./repository.ts";

/** How many of the members were added, were in the audience, or have unsubscribed or an email that cannot be one. */
type Imported = { added: number; present: number; leftOut: number };

/** Adds members whose consent was confirmed at another installation. Their consents stay as they are, and nobody is mailed. */
export async function importMembers(
  tx: Transaction,
  { marketing }: Pick<AudienceDeps, "marketing">,
  { creatorId, members }: { creatorId: number; members: readonly ImportedMember[] },
): Promise<Imported> {
  const emails = members.flatMap(({ email }) => (isAddress(email) ? [email] : []));
  // Unsubscribing is permanent.
  const reachable = new Set(await marketing.withoutSuppressed(tx, emails, { creatorId }));
  const kept = members.filter(({ email }) => reachable.has(email));
  const added = await insertMembers(tx, creatorId, kept);
  return { added, present: kept.length - added, leftOut: members.length - kept.length };
}
