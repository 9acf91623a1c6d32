import { CreatorEmail } from "../../../contract/api/audience-campaigns.ts";
import type { Letter, LetterInput } from "../../../contract/api/letters.ts";
import { LETTER_DAYS_AHEAD, LETTER_LATE_HOURS, MAX_LETTERS } from "../../../contract/rules/limits.ts";
import { storedSentence } from "../../../contract/texts.ts";
import { toInstant } from "../../platform/clock/local-time.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { notFound, orNotFound } from "../../platform/http/app-error.ts";
import type { Precondition } from "../../platform/http/precondition.ts";
import { parseInput, sentFields } from "../../platform/http/validation.ts";
import { type CreatorViewer, type KeyViewer, requireConfirmed } from "../../platform/http/viewer.ts";
import { type CreatorRow, lockCreator } from "../creators/index.ts";
import { imageUrl } from "../files/index.ts";
import { findOwnImage, requireMaySend, requireSendable } from "./campaigns.ts";
import type { CampaignDeps } from "./deps.ts";
import { errors, letterErrors } from "./errors.ts";
import {
  compareTime,
  countLetters,
  insertLetter,
  type LetterRow,
  type LetterValues,
  listLetters,
  lockLetter,
  updateLetter,
} from "./letter-repository.ts";

type Author = { viewer: Pick<CreatorViewer | KeyViewer, "creatorId" | "userId" | "isConfirmed" | "key"> };

export const presentLetter = (row: LetterRow, publicUrl: string): Letter => ({
  id: row.id,
  subject: row.subject,
  body: row.body,
  cta_label: row.ctaLabel,
  cta_url: row.ctaUrl,
  image_url: row.imageId && imageUrl(publicUrl, row.imageId),
  image_alt: row.imageAlt,
  send_at: row.sendAt?.toISOString() ?? null,
  problem: row.problem && storedSentence(row.problem),
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
});

/**
 * Saves a new draft or scheduled email. Throws 403 at the limit or for a schedule without recent
 * authentication, and the errors of `requireSchedulable`.
 */
export async function addLetter(
  deps: CampaignDeps,
  { viewer, input }: Author & { input: LetterInput },
): Promise<LetterRow> {
  const { creatorId, userId } = viewer;
  if (input.sendAt) requireConfirmed(viewer);
  return inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Creator"));
    return addLetterIn(tx, deps, { creator, userId, input });
  });
}

type NewLetter = { creator: CreatorRow; userId: string; input: LetterInput; problem?: string | null };

/** Adds a letter like `addLetter`, in a transaction that has locked the creator. */
export async function addLetterIn(
  tx: Transaction,
  deps: CampaignDeps,
  { creator, userId, input, problem = null }: NewLetter,
): Promise<LetterRow> {
  if ((await countLetters(tx, creator.id)) >= MAX_LETTERS)
    throw letterErrors.limitReached({ max: MAX_LETTERS });
  const values = await valuesOf(tx, deps, { creator, userId, input });
  if (values.sendAt) await requireSchedulable(tx, deps, { creator, letter: { ...EMPTY, ...values } });
  return insertLetter(tx, creator.id, { ...values, problem });
}

/**
 * Changes a letter or its time, or cancels the schedule. Throws 403 for a schedule without recent
 * authentication, and 404 if it was sent.
 */
export async function changeLetter(
  deps: CampaignDeps,
  {
    viewer,
    id,
    input,
    precondition,
  }: Author & { id: number; input: LetterInput; precondition: Precondition<LetterRow> },
): Promise<LetterRow> {
  const { creatorId, userId } = viewer;
  return inTransaction(deps.db, async (tx) => {
    // Lock the creator before the letter, in the same order as sending.
    const creator = await lockCreator(tx, creatorId);
    const current = creator && (await lockLetter(tx, { creatorId, id }));
    if (!current) throw notFound("Draft");
    precondition(current);
    const values = await valuesOf(tx, deps, { creator, userId, input });
    const letter = { ...current, ...values };
    if (letter.sendAt) {
      requireConfirmed(viewer);
      await requireSchedulable(tx, deps, { creator, letter });
    }
    return updateLetter(tx, { creatorId, id }, { ...values, problem: null });
  });
}

const EMPTY = { subject: "", body: "", ctaLabel: "", ctaUrl: "", imageId: null, imageAlt: "" };

/** Returns the columns of the input. Throws 400 for another user's picture. */
async function valuesOf(
  tx: Transaction,
  deps: CampaignDeps,
  { creator, userId, input }: { creator: CreatorRow; userId: string; input: LetterInput },
): Promise<Partial<LetterValues>> {
  const { imageUrl: picture, sendAt, ctaLabel, ctaUrl, ...texts } = input;
  const imageId = picture ? await findOwnImage({ ...deps, db: tx }, creator.id, picture) : null;
  if (imageId === undefined) throw errors.notAnImage();
  const at = sendAt ? toInstant(sendAt, creator.timeZone) : null;
  return sentFields({
    ...texts,
    ctaLabel: ctaLabel === null ? "" : ctaLabel,
    ctaUrl: ctaUrl === null ? "" : ctaUrl,
    imageId: picture === undefined ? undefined : imageId,
    ...(sendAt !== undefined && { sendAt: at, scheduledBy: at && userId }),
  });
}

/** Returns a letter as an email. Throws 400 with the errors of its fields if it is incomplete. */
export const emailOf = (
  letter: Omit<LetterValues, "sendAt" | "scheduledBy">,
  publicUrl: string,
): CreatorEmail =>
  parseInput(CreatorEmail, {
    subject: letter.subject,
    body: letter.body,
    ctaLabel: letter.ctaLabel,
    ctaUrl: letter.ctaUrl,
    imageUrl: letter.imageId && imageUrl(publicUrl, letter.imageId),
    imageAlt: letter.imageAlt,
  });

/**
 * Throws 400 for an incomplete email or a time that has passed or is too far ahead, and 409 if its creator
 * may not send at all. Everything else is checked at the time of sending.
 */
async function requireSchedulable(
  tx: Transaction,
  deps: CampaignDeps,
  {
    creator,
    letter,
  }: { creator: CreatorRow; letter: Omit<LetterValues, "scheduledBy" | "sendAt"> & Partial<LetterValues> },
): Promise<void> {
  await requireSendable({ ...deps, db: tx }, creator.id, emailOf(letter, deps.publicUrl));
  if (!letter.sendAt) return;
  const at = await compareTime(tx, letter.sendAt, { hours: LETTER_LATE_HOURS, days: LETTER_DAYS_AHEAD });
  if (at.isOver) throw letterErrors.past();
  if (at.isTooFar) throw letterErrors.tooFar({ days: LETTER_DAYS_AHEAD });
  await requireMaySend(tx, deps, creator);
}

/** Lists the drafts and scheduled emails of a creator for an archive. There are few of them. */
export async function* listLettersOf(
  { db, publicUrl }: { db: Queries; publicUrl: string },
  creatorId: number,
): AsyncGenerator<Letter> {
  for (const row of await listLetters(db, creatorId)) yield presentLetter(row, publicUrl);
}
