import type { CreatorEmailInput, Sending } from "../../../contract/api/audience-campaigns.ts";
import { CREATOR_EMAILS_PER_DAY } from "../../../contract/rules/limits.ts";
import { inTransaction, type Queries } from "../../platform/database/index.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { findOwner } from "../accounts/index.ts";
import { requireLinksAllowed } from "../blocks/index.ts";
import {
  type CreatorRow,
  effectivePlan,
  findCreatorById,
  isSendingStopped,
  lockCreator,
} from "../creators/index.ts";
import { newsSender } from "../marketing/index.ts";
import type { CampaignDeps } from "./deps.ts";
import { errors } from "./errors.ts";

type Author = { creatorId: number; userId: string };

/** Returns what a creator may send to the audience now. */
export async function findSending(deps: CampaignDeps, creatorId: number): Promise<Sending> {
  const creator = await findCreatorById(deps.db, creatorId);
  if (!creator) throw notFound("Creator");
  return sendingOf(deps, deps.db, creator);
}

async function sendingOf(deps: CampaignDeps, db: Queries, creator: CreatorRow): Promise<Sending> {
  const daily = deps.dailyRecipients[effectivePlan(creator)];
  const sent = await deps.marketing.countSentToday(creator.id, db);
  const { isVerified } = await findOwner(db, creator.id);
  return {
    recipients: await deps.marketing.countReaders({ creatorId: creator.id }, db),
    blocked: blockedBy(creator, { isVerified, daily }),
    daily_recipients: daily,
    recipients_left: Math.max(0, daily - sent.recipients),
    emails_left: Math.max(0, CREATOR_EMAILS_PER_DAY - sent.campaigns),
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

const contentOf = ({ publicUrl }: CampaignDeps, creator: CreatorRow, mail: Partial<CreatorEmailInput>) => ({
  subject: "",
  body: "",
  ...mail,
  template: null,
  creator: newsSender(creator, publicUrl),
});

/** Renders the email as it would reach the author. */
export async function previewCampaign(
  deps: CampaignDeps,
  { creatorId, email, mail }: { creatorId: number; email: string; mail: Partial<CreatorEmailInput> },
) {
  const creator = await findCreatorById(deps.db, creatorId);
  if (!creator) throw notFound("Creator");
  return deps.marketing.preview(contentOf(deps, creator, mail), email);
}

/** Sends an email to the author's own address alone. Throws 409 where nothing may be sent. */
export async function sendTest(
  deps: CampaignDeps,
  { creatorId, email, mail }: { creatorId: number; email: string; mail: CreatorEmailInput },
): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const creator = await findCreatorById(tx, creatorId);
    if (!creator) throw notFound("Creator");
    const { blocked } = await sendingOf(deps, tx, creator);
    if (blocked) throw errors[blocked]();
    await requireLinksAllowed(tx, [{ field: "ctaUrl", url: mail.ctaUrl }]);
    const { subject, body, ctaLabel, ctaUrl } = mail;
    await deps.marketing.queueTestEmail(tx, {
      to: email,
      creator: newsSender(creator, deps.publicUrl),
      mail: { subject, body, ctaLabel, ctaUrl },
    });
  });
}

/** Queues an email to all confirmed members of the creator's audience; returns their number. Throws 409 at the limits of a day. The creator's row is locked, so that two requests at once cannot both use what is left. */
export async function sendCampaign(
  deps: CampaignDeps,
  { creatorId, userId, mail }: Author & { mail: CreatorEmailInput },
): Promise<number> {
  return inTransaction(deps.db, async (tx) => {
    const creator = await lockCreator(tx, creatorId);
    if (!creator) throw notFound("Creator");
    const order = { mail: contentOf(deps, creator, mail), audience: null, addresses: [], createdBy: userId };
    const repeated = await deps.marketing.findDouble(tx, order);
    if (repeated !== null) return repeated;
    const { blocked, recipients, ...left } = await sendingOf(deps, tx, creator);
    if (blocked) throw errors[blocked]();
    await requireLinksAllowed(tx, [{ field: "ctaUrl", url: mail.ctaUrl }]);
    if (recipients === 0) throw errors.empty();
    if (left.emails_left === 0) throw errors.dailyEmails({ count: CREATOR_EMAILS_PER_DAY });
    if (recipients > left.recipients_left) throw errors.dailyRecipients({ recipients, ...left });
    return (await deps.marketing.queueCampaign(tx, order)).queued;
  });
}
