import type { CreatorEmail } from "../../../contract/api/audience-campaigns.ts";
import type { LetterInput } from "../../../contract/api/letters.ts";
import type { Transaction } from "../../platform/database/index.ts";
import { isAddress } from "../../platform/mail/address.ts";
import type { CreatorRow } from "../creators/index.ts";
import type { SentElsewhere } from "../marketing/index.ts";
import { contentOf, requireSendable } from "./campaigns.ts";
import type { AudienceDeps, CampaignDeps } from "./deps.ts";
import { letterErrors } from "./errors.ts";
import { addLetterIn } from "./letters.ts";
import { type ImportedMember, insertMembers } from "./repository.ts";

type Import = { creator: CreatorRow; userId: string };
export type ImportedLetter = { input: LetterInput; wasScheduled: boolean };
export type ImportedEmail = { mail: CreatorEmail } & Omit<SentElsewhere, "mail" | "createdBy">;

/** Imports a draft. A scheduled email becomes a draft with a note. Returns its id. Throws 400, 403. */
export async function importLetter(
  tx: Transaction,
  deps: CampaignDeps,
  { creator, userId, letter }: Import & { letter: ImportedLetter },
): Promise<number> {
  const problem = letter.wasScheduled ? letterErrors.imported().text : null;
  return (await addLetterIn(tx, deps, { creator, userId, input: letter.input, problem })).id;
}

/** Imports a sent email with its page and numbers, without sending it. Returns its id. Throws 400. */
export async function importSent(
  tx: Transaction,
  deps: CampaignDeps,
  { creator, userId, email: { mail, ...sent } }: Import & { email: ImportedEmail },
): Promise<number> {
  const own = { ...deps, db: tx };
  await requireSendable(own, creator.id, mail);
  const content = await contentOf(own, creator, mail);
  return deps.marketing.importSentEmail(tx, { ...sent, mail: content, createdBy: userId });
}

/**
 * The numbers of members that were added, were already there, or were left out as unsubscribed or invalid.
 */
type Imported = { added: number; present: number; leftOut: number };

/** Imports members who confirmed their consent at another installation. Sends no email. */
export async function importMembers(
  tx: Transaction,
  { marketing }: Pick<AudienceDeps, "marketing">,
  { creatorId, members }: { creatorId: number; members: readonly ImportedMember[] },
): Promise<Imported> {
  const emails = members.flatMap(({ email }) => (isAddress(email) ? [email] : []));
  // An unsubscribed email is never added again, because unsubscribing is permanent.
  const reachable = new Set(await marketing.withoutSuppressed(tx, emails, { creatorId }));
  const kept = members.filter(({ email }) => reachable.has(email));
  const added = await insertMembers(tx, creatorId, kept);
  return { added, present: kept.length - added, leftOut: members.length - kept.length };
}
