import { createHash } from "node:crypto";
import { z } from "zod";
import type { Language } from "../../../contract/rules/languages.ts";
import {
  type Database,
  inTransaction,
  type Queries,
  type Transaction,
} from "../../platform/database/index.ts";
import { errorMessage } from "../../platform/failure.ts";
import { defineJob } from "../../platform/jobs/define-job.ts";
import { type Job, type JobRun, type Jobs, UnrecoverableJobError } from "../../platform/jobs/port.ts";
import { isAddress } from "../../platform/mail/address.ts";
import { EMAIL_RETRY, sendOrFail } from "../../platform/mail/mails.ts";
import { MailRejected, type MailSender, type OutgoingMail } from "../../platform/mail/port.ts";
import { type CreatorRow, isSendingStopped } from "../creators/index.ts";
import { imageUrl } from "../files/index.ts";
import { listLinks } from "./link-counts.ts";
import { STOPPED } from "./problems.ts";
import {
  type CampaignContent,
  newsSender,
  type RenderDeps,
  type RenderMarketing,
  unsubscribeUrl,
} from "./rendering.ts";
import { findDelivery, finishRecipient, listRecipientIds } from "./repository.ts";

/** Enqueues a job for each email of a campaign, in batches. */
const DISPATCH_JOB = "marketing.spread";
/** Small and large campaigns have separate queues, so that a small one does not wait for a large one. */
const LANES = {
  few: { name: "marketing.send-few", concurrency: 2 },
  many: { name: "marketing.send", concurrency: 4 },
} as const;
type Lane = keyof typeof LANES;
const SMALL_CAMPAIGN = 25;
/** The number of recipients for which one job enqueues emails. */
export const AT_A_TIME = 500;

/** Contains the queue, because a repeated job must not enqueue the same email in another queue. */
const DispatchJob = z.object({
  campaignId: z.number(),
  after: z.number(),
  lane: z.enum(["few", "many"]),
});
const SendJob = z.object({ recipientId: z.number() });

export type SendDeps = RenderDeps & {
  db: Database;
  jobs: Jobs;
  sender: MailSender;
  render: RenderMarketing;
  /** Returns the reply address of a creator's emails, or null. */
  findContact(creator: Pick<CreatorRow, "id" | "repliesToAccount">): Promise<string | null>;
  /** Returns the language in which a reader of a creator signed up, or null. */
  findReaderLanguage(
    db: Queries,
    reader: { creatorId: number; addressHash: Buffer },
  ): Promise<Language | null>;
};

export function marketingJobs(deps: SendDeps): Job[] {
  const { db, jobs } = deps;
  const dispatch = defineJob({
    name: DISPATCH_JOB,
    payload: DispatchJob,
    handler: ({ data: { campaignId, after, lane } }) =>
      inTransaction(db, async (tx) => {
        const ids = await listRecipientIds(tx, { campaignId, after, limit: AT_A_TIME });
        await queueSends(tx, jobs, { ids, lane });
        const last = ids.at(-1);
        if (last !== undefined) await enqueueDispatch(tx, jobs, { campaignId, after: last, lane });
      }),
  });
  const sends = Object.values(LANES).map((lane) =>
    defineJob({ ...lane, payload: SendJob, retry: EMAIL_RETRY, handler: (run) => deliver(deps, run) }),
  );
  return [dispatch, ...sends];
}

/** Queues the emails of a campaign whose recipients are already inserted. */
export function queueCampaignSends(
  tx: Transaction,
  jobs: Jobs,
  { campaignId, recipients }: { campaignId: number; recipients: number },
): Promise<void> {
  return enqueueDispatch(tx, jobs, {
    campaignId,
    after: 0,
    lane: recipients <= SMALL_CAMPAIGN ? "few" : "many",
  });
}

const enqueueDispatch = (tx: Transaction, jobs: Jobs, data: z.input<typeof DispatchJob>): Promise<void> =>
  jobs.enqueue(tx, { name: DISPATCH_JOB, key: `${data.campaignId} ${data.after}`, data });

export async function queueSends(
  tx: Transaction,
  jobs: Jobs,
  { ids, lane }: { ids: readonly number[]; lane: Lane },
): Promise<void> {
  const sends = ids.map((recipientId) => ({ key: String(recipientId), data: { recipientId } }));
  await jobs.enqueueAll(tx, LANES[lane].name, sends);
}

/**
 * Sends an email and saves its final state. If the process stops in between, the email is sent again with the
 * same Message-ID.
 */
async function deliver(
  deps: SendDeps,
  { data: { recipientId }, attempt, signal }: JobRun<z.output<typeof SendJob>>,
): Promise<void> {
  const found = await findDelivery(deps.db, recipientId);
  if (found?.recipient.state !== "queued" || found.recipient.address === null) return;
  const finish = (result: Parameters<typeof finishRecipient>[2]) =>
    finishRecipient(deps.db, recipientId, result);
  if (found.suppressed) return finish({ state: "skipped", reason: "Unsubscribed." });
  if (found.creator?.offlineSince) return finish({ state: "skipped", reason: STOPPED.offline });
  if (found.creator && isSendingStopped(found.creator))
    return finish({ state: "skipped", reason: STOPPED.byAdministrator });

  const { address } = found.recipient;
  const email = {
    ...(await composeEmail(deps, await contentOf(deps, found), address)),
    messageId: messageIdOf(deps, recipientId, found.recipient.addressHash),
  };
  const send = async () => {
    try {
      await deps.sender.sendMail(email);
    } catch (error) {
      const isLast = error instanceof MailRejected || attempt > EMAIL_RETRY.limit;
      if (isLast) await finish({ state: "failed", reason: errorMessage(error).slice(0, 500) });
      throw error;
    }
  };
  await sendOrFail(send, { signal });
  await finish({ state: "sent" });
}

async function contentOf(
  { db, publicUrl, findContact, findReaderLanguage }: SendDeps,
  { campaign, creator, recipient: { addressHash } }: NonNullable<Awaited<ReturnType<typeof findDelivery>>>,
): Promise<CampaignContent> {
  const { id, template, subject, body, ctaLabel, ctaUrl, imageId, imageAlt, pageKey } = campaign;
  const content = { subject, body, ctaLabel, ctaUrl };
  if (template !== null) return { ...content, template };
  if (!creator) throw new UnrecoverableJobError("the creator of this campaign is deleted");
  const sender = newsSender(creator, { publicUrl, contact: await findContact(creator) });
  const language = await findReaderLanguage(db, { creatorId: creator.id, addressHash });
  return {
    ...content,
    creator: { ...sender, language: language ?? creator.language },
    imageUrl: imageId && imageUrl(publicUrl, imageId),
    imageAlt,
    page:
      pageKey === null ? null : { key: pageKey, links: (await listLinks(db, [id])).map(({ url }) => url) },
  };
}

/** Returns a campaign's email to a recipient, with the ways to unsubscribe. */
export async function composeEmail(
  deps: RenderDeps & { render: RenderMarketing },
  content: CampaignContent,
  to: string,
): Promise<Omit<OutgoingMail, "messageId">> {
  const unsubscribe = unsubscribeUrl(deps, { address: to, creatorId: content.creator?.id ?? null });
  return {
    ...(await deps.render(content, to)),
    to,
    ...(content.creator && { fromName: content.creator.displayName, ...replyTo(content.creator.contact) }),
    headers: {
      "List-Unsubscribe": `<${unsubscribe}>`,
      // RFC 8058: mail clients can unsubscribe with a single POST request.
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      Precedence: "bulk",
      "X-Auto-Response-Suppress": "All",
    },
    mainLink: unsubscribe,
  };
}

/** Omits an invalid reply address, because mail servers would reject the email. */
const replyTo = (contact: string | null) => (contact && isAddress(contact) ? { replyTo: contact } : {});

function messageIdOf({ publicUrl }: SendDeps, recipientId: number, addressHash: Buffer): string {
  const id = createHash("sha256").update(`marketing ${recipientId} `).update(addressHash).digest("hex");
  return `<${id}@${new URL(publicUrl).hostname}>`;
}
