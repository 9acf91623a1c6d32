import type { CreatorEmail } from "../../../contract/api/audience-campaigns.ts";
import type { LetterInput } from "../../../contract/api/letters.ts";
import type { Transaction } from "../../platform/database/index.ts";
import type { CreatorRow } from "../creators/index.ts";
import type { SentElsewhere } from "../marketing/index.ts";
import { contentOf, requireSendable } from "./campaigns.ts";
import type { CampaignDeps } from "./deps.ts";
import { letterErrors } from "./errors.ts";
import { addLetterIn } from "./letters.ts";

type Import = { creator: CreatorRow; userId: string };
export type ImportedLetter = { input: LetterInput; wasScheduled: boolean };
export type ImportedEmail = { mail: CreatorEmail } & Omit<SentElsewhere, "mail" | "createdBy">;

/** Adds a draft of an archive, which is never sent by itself: one that was scheduled says so. Returns its id. Throws 400, 403. */
export async function importLetter(
  tx: Transaction,
  deps: CampaignDeps,
  { creator, userId, letter }: Import & { letter: ImportedLetter },
): Promise<number> {
  const problem = letter.wasScheduled ? letterErrors.imported().message : null;
  return (await addLetterIn(tx, deps, { creator, userId, input: letter.input, problem })).id;
}

/** Adds a sent email of an archive, as its page and figures; nobody is mailed. Returns its id. Throws 400. */
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
