import type { Transaction } from "../../platform/database/index.ts";
import type { CreatorRow } from "../creators/index.ts";
import type { AccountDataDeps } from "./deps.ts";
import { idOf, type Row, type Targets, toLetter } from "./import-input.ts";
import { toSentEmail } from "./import-sent-email.ts";
import type { RunningImport } from "./import-steps.ts";
import type { Tally } from "./import-tally.ts";

type Step = { creator: CreatorRow; running: RunningImport; tally: Tally; targets: Targets };
type Lists = { letters: readonly Row[]; emails: readonly Row[]; earlierEmails: number };

/** Adds an archive's drafts without their schedule, and its sent emails as pages with numbers. Sends no email. */
export async function importLetters(
  tx: Transaction,
  deps: AccountDataDeps,
  step: Step,
  { letters, emails, earlierEmails }: Lists,
): Promise<void> {
  const { creator, running, tally, targets } = step;
  const { userId } = running.row;
  for (const row of letters)
    await addOnce(tx, step, {
      ...{ kind: "letter", row },
      isHere: (id) => deps.audience.hasLetter(tx, { creatorId: creator.id, id }),
      add: () => deps.audience.importLetter(tx, { creator, userId, letter: toLetter(row, targets) }),
    });
  tally.count("email", "left_out", earlierEmails);
  for (const row of emails)
    await addOnce(tx, step, {
      ...{ kind: "email", row },
      isHere: (id) => deps.audience.hasSent(tx, { creatorId: creator.id, id }),
      add: () => {
        const email = toSentEmail(row, targets, deps.clock.now());
        return deps.audience.importSent(tx, { creator, userId, email });
      },
    });
}

type Item = {
  kind: "letter" | "email";
  row: Row;
  isHere: (id: number) => Promise<boolean>;
  add: () => Promise<number>;
};

/** Adds an email unless it is in the account already. */
async function addOnce(
  tx: Transaction,
  { running: { items, isOwn }, tally }: Step,
  { kind, row, isHere, add }: Item,
): Promise<void> {
  await tally.attempt(kind, row.subject, async () => {
    const sourceId = String(idOf(row));
    const known = items.find({ kind, sourceId })?.targetId ?? (isOwn ? sourceId : undefined);
    if (known !== undefined && (await isHere(Number(known)))) return false;
    const targetId = String(await add());
    await items.record(tx, { kind, sourceId, targetId });
    return true;
  });
}
