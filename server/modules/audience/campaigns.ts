import type { CreatorEmail, CreatorEmailInput, Sending } from "../../../contract/api/audience-campaigns.ts";
import { linksIn } from "../../../contract/rules/formatting.ts";
import { CREATOR_EMAILS_PER_DAY } from "../../../contract/rules/limits.ts";
import { inTransaction, type Queries, type Transaction } from "../../platform/database/index.ts";
import { orNotFound } from "../../platform/http/app-error.ts";
import { findOwner } from "../accounts/index.ts";
import { requireLinksAllowed } from "../blocks/index.ts";
import {
  type CreatorRow,
  effectivePlan,
  findCreatorById,
  isSendingStopped,
  lockCreator,
} from "../creators/index.ts";
import { imageIdOf, imageUrl, isOwnImage } from "../files/index.ts";
import { newsSender } from "../marketing/index.ts";
import type { CampaignDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { countAskedToday } from "./imported-readers.ts";
import { deleteLetter } from "./letter-repository.ts";
import { findReplyAddress } from "./replies.ts";

type Author = { creatorId: number; userId: string };

/** Returns the creator's current sending limits. */
export async function findSending(deps: CampaignDeps, creatorId: number): Promise<Sending> {
  const creator = await findCreatorById(deps.db, creatorId).then(orNotFound("Creator"));
  return sendingOf(deps, deps.db, creator);
}

export async function sendingOf(deps: CampaignDeps, db: Queries, creator: CreatorRow): Promise<Sending> {
  const daily = deps.dailyRecipients[effectivePlan(creator)];
  const sent = await deps.marketing.countSentToday(creator.id, db);
  const asked = await countAskedToday(db, creator.id);
  const { isVerified, email } = await findOwner(db, creator.id);
  return {
    recipients: await deps.marketing.countReaders({ creatorId: creator.id }, db),
    blocked: blockedBy(creator, { isVerified, daily }),
    daily_recipients: daily,
    recipients_left: Math.max(0, daily - sent.recipients - asked),
    emails_left: Math.max(0, CREATOR_EMAILS_PER_DAY - sent.campaigns),
    reply_to: await findReplyAddress(db, creator),
    account_email: email,
    replies_to_account: creator.repliesToAccount,
    time_zone: creator.timeZone,
  };
}

function blockedBy(
  creator: CreatorRow,
  { isVerified, daily }: { isVerified: boolean; daily: number },
): Sending["blocked"] {
  if (creator.offlineSince) return "offline";
  if (isSendingStopped(creator)) return "stopped";
  if (!isVerified) return "unverified";
  return daily === 0 ? "off" : null;
}

/** Returns the content of an email with its creator. Drops a picture that is not the creator's own. */
export async function contentOf(
  { db, publicUrl }: Pick<CampaignDeps, "publicUrl"> & { db: Queries },
  creator: CreatorRow,
  { imageUrl: given, imageAlt = "", ...mail }: Partial<CreatorEmail>,
) {
  const contact = await findReplyAddress(db, creator);
  const imageId = given ? await findOwnImage({ db, publicUrl }, creator.id, given) : undefined;
  return {
    subject: "",
    body: "",
    ...mail,
    imageUrl: imageId ? imageUrl(publicUrl, imageId) : null,
    imageAlt,
    template: null,
    creator: newsSender(creator, { publicUrl, contact }),
  };
}

/** Returns the id of a creator's own uploaded image, or undefined. */
export async function findOwnImage(
  { db, publicUrl }: Pick<CampaignDeps, "publicUrl"> & { db: Queries },
  creatorId: number,
  url: string,
): Promise<string | undefined> {
  const id = imageIdOf(publicUrl, url);
  return id && (await isOwnImage(db, { creatorId, id })) ? id : undefined;
}

/** Throws 400 at the field for a blocked link or another user's picture. */
export async function requireSendable(
  deps: Pick<CampaignDeps, "publicUrl"> & { db: Queries },
  creatorId: number,
  { body, ctaUrl, imageUrl: picture }: CreatorEmail,
): Promise<void> {
  const links = linksIn(body).map((url) => ({ field: "body", url }));
  await requireLinksAllowed(deps.db, [{ field: "ctaUrl", url: ctaUrl }, ...links]);
  if (picture && !(await findOwnImage(deps, creatorId, picture))) throw errors.notAnImage();
}

/** Renders the email as its author would receive it. */
export async function previewCampaign(
  deps: CampaignDeps,
  { creatorId, email, mail }: { creatorId: number; email: string; mail: Partial<CreatorEmail> },
) {
  const creator = await findCreatorById(deps.db, creatorId).then(orNotFound("Creator"));
  return deps.marketing.preview(await contentOf(deps, creator, mail), email);
}

/** Sends an email only to its author. Throws 409 if sending is not allowed. */
export async function sendTest(
  deps: CampaignDeps,
  { creatorId, email, mail }: { creatorId: number; email: string; mail: CreatorEmail },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const creator = await findCreatorById(tx, creatorId).then(orNotFound("Creator"));
    await requireMaySend(tx, deps, creator);
    await requireSendable({ ...deps, db: tx }, creatorId, mail);
    const {
      creator: from,
      template: _none,
      ...content
    } = await contentOf({ ...deps, db: tx }, creator, mail);
    await deps.marketing.queueTestEmail(tx, { to: email, creator: from, mail: content });
  });
}

export async function requireMaySend(tx: Transaction, deps: CampaignDeps, creator: CreatorRow) {
  const { blocked } = await sendingOf(deps, tx, creator);
  if (blocked) throw errors[blocked]();
}

/**
 * Queues an email to all confirmed members of the creator's audience and deletes its draft. Returns the
 * number of recipients. Throws 409 at daily limits, and for an unconfirmed repetition within a day. Locks the
 * creator's row, so that concurrent requests cannot exceed the limits.
 */
export async function sendCampaign(
  deps: CampaignDeps,
  { creatorId, userId, input }: Author & { input: CreatorEmailInput },
): Promise<number> {
  const { again, letterId, ...mail } = input;
  return inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId).then(orNotFound("Creator"));
    const isGone = letterId !== undefined && !(await deleteLetter(tx, { creatorId, id: letterId }));
    return sendWithin(tx, deps, { creator, userId, mail, again, isGone });
  });
}

type Sent = {
  /** The locked row. */
  creator: CreatorRow;
  userId: string;
  mail: CreatorEmail;
  again?: boolean | undefined;
  /** True if the draft was sent or deleted elsewhere. */
  isGone?: boolean;
  isScheduled?: true;
};

/** Checks all conditions again and sends an email, in the caller's transaction. Returns the number of recipients. */
export async function sendWithin(
  tx: Transaction,
  deps: CampaignDeps,
  { creator, userId, mail, again, isGone, isScheduled }: Sent,
): Promise<number> {
  const content = await contentOf({ ...deps, db: tx }, creator, mail);
  const order = {
    ...{ mail: content, audience: null, addresses: [], createdBy: userId, again },
    ...(isScheduled && { isScheduled }),
  };
  const repeated = await deps.marketing.findDouble(tx, order);
  if (repeated !== null) return repeated;
  if (isGone) throw errors.letterGone();
  const { blocked, recipients, ...left } = await sendingOf(deps, tx, creator);
  if (blocked) throw errors[blocked]();
  await requireSendable({ ...deps, db: tx }, creator.id, mail);
  if (recipients === 0) throw errors.empty();
  if (left.emails_left === 0) throw errors.dailyEmails({ count: CREATOR_EMAILS_PER_DAY });
  if (recipients > left.recipients_left) {
    const { daily_recipients, recipients_left } = left;
    throw errors.dailyRecipients({ recipients, daily_recipients, recipients_left });
  }
  return (await deps.marketing.queueCampaign(tx, order)).queued;
}
