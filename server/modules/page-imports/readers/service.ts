import {
  READER_DECLARATION,
  type ReaderFile,
  type ReaderImport,
  SHOWN_READERS,
} from "../../../../contract/api/reader-imports.ts";
import { newsConsent } from "../../../../contract/rules/consent.ts";
import type { Language } from "../../../../contract/rules/languages.ts";
import type { Clock } from "../../../platform/clock/index.ts";
import { type Database, inTransaction, type Queries } from "../../../platform/database/index.ts";
import { orNotFound } from "../../../platform/http/app-error.ts";
import type { Audience, NewReader } from "../../audience/index.ts";
import { lockCreator } from "../../creators/index.ts";
import { beginUndo, type Found, findImport, listApplied, setApplied, storeWaiting } from "../store.ts";
import type { Kinds, ReaderRow } from "../tables.ts";
import { errors } from "./errors.ts";
import { readReaders } from "./read-readers.ts";

export type ReaderDeps = { db: Database; clock: Clock; readers: Audience["readers"] };
type Own = { creatorId: number; id: string };
type Source = Kinds["readers"]["source"];

const NAMES: Readonly<Record<Source, string>> = {
  ghost: "Ghost",
  substack: "Substack",
  mailchimp: "Mailchimp",
  buttondown: "Buttondown",
};

/** Stores the readers of a file in place of another one that was not applied. Throws 422. Adds nobody. */
export async function readReaderFile(
  { db, clock, readers }: ReaderDeps,
  { creatorId, text, name }: { creatorId: number; text: string; name: string | undefined },
): Promise<ReaderFile> {
  const found = await readReaders(text, { name, now: clock.now() });
  return inTransaction(db, async (tx) => {
    await lockCreator(tx, creatorId);
    const { source } = found;
    const sorted = await sortOut(tx, readers, { creatorId, rows: found.readers });
    const id = await storeWaiting(tx, { kind: "readers", creatorId, source, rows: found.readers });
    const proven = sorted.rows.filter(({ confirmedAt }) => confirmedAt !== null).length;
    const leftOut = [
      { reason: "unsubscribed", count: found.unsubscribed },
      { reason: "unsubscribed_here", count: sorted.unsubscribed },
      { reason: "present", count: sorted.present },
      { reason: "repeated", count: found.repeated },
      { reason: "invalid", count: found.invalid.count },
    ] as const;
    return {
      ...{ id, source, proven, unproven: sorted.rows.length - proven },
      readers: sorted.rows.slice(0, SHOWN_READERS).map(({ email, subscribedAt, confirmedAt }) => ({
        ...{ email, subscribed_at: subscribedAt, is_proven: confirmedAt !== null },
      })),
      left_out: leftOut.filter(({ count }) => count > 0),
      invalid: found.invalid.first,
    };
  });
}

/** Returns the rows that are new and not unsubscribed, and the numbers of the others. */
async function sortOut(
  db: Queries,
  readers: Audience["readers"],
  { creatorId, rows }: { creatorId: number; rows: readonly ReaderRow[] },
) {
  const known = await readers.findKnown(db, { creatorId, emails: rows.map(({ email }) => email) });
  const reachable = rows.filter(({ email }) => !known.unsubscribed.has(email));
  const added = reachable.filter(({ email }) => !known.present.has(email));
  return {
    rows: added,
    unsubscribed: rows.length - reachable.length,
    present: reachable.length - added.length,
  };
}

/**
 * Adds the readers of the file that was read last in one transaction. Repeating it adds nothing. Throws 404 for
 * a file that was replaced or of somebody else, and 409 for a creator who may not send emails.
 */
export async function applyReaders(
  { db, readers }: ReaderDeps,
  { creatorId, id, isDeclared }: Own & { isDeclared: boolean },
): Promise<ReaderImport> {
  return inTransaction(db, async (tx) => {
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Page"));
    const found = await findImport(tx, { kind: "readers", creatorId, id });
    if (!found) throw errors.gone();
    if (found.appliedAt !== null) return presentReaders(found);
    await readers.requireMaySend(tx, creator);
    const { rows } = await sortOut(tx, readers, { creatorId, rows: found.rest });
    const added = await readers.add(
      tx,
      creatorId,
      rows.map((row) => toNewReader(row, { source: found.source, isDeclared, language: creator.language })),
    );
    // The emails are in the audience now.
    return presentReaders(await setApplied(tx, { kind: "readers", creatorId, id }, { added, rest: [] }));
  });
}

/** `language` is the creator's, in which a reader is asked. */
type Evidence = { source: Source; isDeclared: boolean; language: Language };

/** A reader is confirmed by both the record of the other service and the creator's declaration. */
function toNewReader(
  { email, subscribedAt, confirmedAt }: ReaderRow,
  { source, isDeclared, language }: Evidence,
): NewReader {
  const sourceTitle = NAMES[source];
  if (!isDeclared || subscribedAt === null || confirmedAt === null)
    return { email, sourceTitle, consentText: newsConsent(language).text, confirmed: null };
  const confirmed = { consentedAt: new Date(subscribedAt), at: new Date(confirmedAt) };
  return { email, sourceTitle, consentText: READER_DECLARATION, confirmed };
}

/** Returns the imports of the last 30 days, newest first. */
export const listReaderImports = async (db: Queries, creatorId: number): Promise<ReaderImport[]> =>
  (await listApplied(db, { creatorId, kind: "readers" })).map(presentReaders);

/** Deletes the readers of an import that are unchanged. Throws 404, and 409 after a day. */
export const undoReaders = (
  { db, readers }: ReaderDeps,
  { creatorId, id }: Own,
): Promise<{ removed: number; kept: number }> =>
  inTransaction(db, async (tx) => {
    const { added } = await beginUndo(tx, { kind: "readers", creatorId, id });
    return readers.remove(tx, { creatorId, added });
  });

function presentReaders({
  id,
  source,
  createdAt,
  appliedAt,
  added,
  undoUntil,
}: Found<"readers">): ReaderImport {
  const confirmed = added.filter(({ confirmedAt }) => confirmedAt !== null).length;
  return {
    id,
    source,
    created_at: (appliedAt ?? createdAt).toISOString(),
    confirmed,
    asked: added.length - confirmed,
    undo_until: undoUntil?.toISOString() ?? null,
  };
}
