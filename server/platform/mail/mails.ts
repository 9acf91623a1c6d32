import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import {
  isToUser,
  type MailLink,
  MailModel,
  QueuedMail,
  requiresAccount,
} from "../../../contract/mails/mails.ts";
import type { PageSite } from "../../../contract/pages/pages.ts";
import { isForVisitors } from "../http/host-paths.ts";
import type { Hosts, OwnHost } from "../http/hosts.ts";
import { defineJob } from "../jobs/define-job.ts";
import { type Job, type Jobs, type RetryPolicy, UnrecoverableJobError } from "../jobs/port.ts";
import type { MailRenderer } from "../render/port.ts";
import { isAddress } from "./address.ts";
import {
  type EmailAttachments,
  type EmailLink,
  type EmailLinks,
  type EmailQueue,
  MailRejected,
  type MailSender,
  MailServerUnavailable,
} from "./port.ts";

export const MAIL_JOB = "mail.deliver";
/** Pending emails are sent within about a minute after the SMTP server is available again. Retries end after a day. */
export const EMAIL_RETRY: RetryPolicy = { limit: 1440, initialDelaySeconds: 2, maxDelaySeconds: 60 };
/** While the SMTP server is unavailable, each attempt ends after this delay, so that a backlog is not retried in a loop. */
const UNAVAILABLE_RETRY_MS = 5_000;
/** Prevents automatic replies. */
const HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

const MailJob = z.object({
  to: z.string(),
  messageId: z.string(),
  mail: QueuedMail,
  attachment: z.string().optional(),
  creatorId: z.number().optional(),
});

/** Queues emails as jobs, in the transaction that causes them. They are rendered and sent later. */
export function createEmailQueue({ jobs, publicUrl }: { jobs: Jobs; publicUrl: string }): EmailQueue {
  const { hostname } = new URL(publicUrl);
  return {
    async enqueueEmail(tx, { to, mail, cause, attachment, creatorId }) {
      const id = createHash("sha256")
        .update(JSON.stringify([mail.mail, to, cause]))
        .digest("hex");
      const data: z.input<typeof MailJob> = {
        to,
        messageId: `<${id}@${hostname}>`,
        mail,
        attachment,
        creatorId: creatorId ?? undefined,
      };
      await jobs.enqueue(tx, { name: MAIL_JOB, key: id, data });
    },
  };
}

/** Defines the jobs that render and send an email. */
export function defineEmailJobs(parts: {
  sender: MailSender;
  renderer: MailRenderer;
  site: PageSite;
  /** Creators' own domains. */
  hosts?: Pick<Hosts, "mainOf">;
  /** The types of links that modules resolve. */
  links: EmailLinks;
  /** Finds the attachments of emails. */
  attachments?: EmailAttachments | undefined;
  /** Finds the account of an email, with the language of its emails. Without this function, emails to accounts are always sent. */
  findAccount?: (email: string) => Promise<{ language: string | null } | undefined>;
  /** For tests. */
  unavailableRetryMs?: number;
}): readonly Job[] {
  const { sender, renderer, site, attachments, findAccount, hosts } = parts;
  const { unavailableRetryMs = UNAVAILABLE_RETRY_MS } = parts;
  const links: EmailLinks = { ...parts.links, page: { path: (link) => link.path } };
  const resolve = (link: MailLink): EmailLink => {
    // A link type's resolver receives only links of its type.
    const found = links[link.to] as EmailLink | undefined;
    if (!found) throw new UnrecoverableJobError(`no module resolves links to ${link.to}`);
    return found;
  };
  const toUrl = (link: MailLink, own: OwnHost | undefined) => {
    const path = resolve(link).path(link);
    if (!/^\/(?![/\\])/.test(path))
      throw new UnrecoverableJobError("a link of a mail must be a path of this site");
    return (own && isForVisitors(path, own.handle) ? own.origin : site.publicUrl) + path;
  };

  const job = defineJob({
    name: MAIL_JOB,
    payload: MailJob,
    concurrency: 4,
    retry: EMAIL_RETRY,
    async handler({ data: { to, messageId, mail, attachment, creatorId }, signal }) {
      const { main } = mail.links;
      if ((await resolve(main).refresh?.(main)) === false) return;
      // Looked up now, because an email may wait, and meanwhile its user chooses a language or deletes the account.
      const account = isToUser(mail) ? await findAccount?.(to) : undefined;
      if (requiresAccount(mail) && findAccount && !account) return;
      const attached = attachment === undefined ? undefined : await attachments?.find(attachment);
      // The attachment was removed: the email was sent before the process was killed.
      if (attachment !== undefined && !attached) return;
      const own = creatorId === undefined ? undefined : hosts?.mainOf(creatorId);
      const language = account?.language ?? mail.language;
      const model = withLinks({ ...mail, language }, (link) => toUrl(link, own));
      const rendered = await renderer.renderMail(model, site);
      const email = {
        ...{ to, messageId, ...rendered, mainLink: model.links.main },
        headers: { ...HEADERS, ...unsubscribeHeaders(model) },
        ...senderOf(mail),
        ...replyToOf(mail),
        ...(attached && { attachments: [attached] }),
      };
      await sendOrFail(() => sender.sendMail(email), { signal, unavailableRetryMs });
      if (attachment !== undefined) await attachments?.remove(attachment);
    },
  });
  return [job];
}

/** Returns the headers by which email programs unsubscribe, for emails from which a user can unsubscribe (RFC 8058). */
function unsubscribeHeaders({ links }: MailModel): Record<string, string> {
  if (!("end" in links)) return {};
  return {
    "List-Unsubscribe": `<${links.end}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}

/** Returns the name of the creator that an email is from. */
function senderOf(mail: QueuedMail): { fromName?: string } {
  const sender = "sender" in mail ? mail.sender : null;
  return sender ? { fromName: sender } : {};
}

/** Returns the address for replies, if the email names a contact with an email address. */
function replyToOf(mail: QueuedMail): { replyTo?: string } {
  const contact = "contact" in mail ? mail.contact : null;
  return contact && isAddress(contact) ? { replyTo: contact } : {};
}

/** Sends an email. A rejected one fails permanently. While the server is unavailable, the attempt ends after a delay, so that a backlog is not retried in a loop. */
export async function sendOrFail(
  send: () => Promise<void>,
  { signal, unavailableRetryMs = UNAVAILABLE_RETRY_MS }: { signal: AbortSignal; unavailableRetryMs?: number },
): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (error instanceof MailRejected) throw new UnrecoverableJobError(error.message);
    if (error instanceof MailServerUnavailable)
      await delay(unavailableRetryMs, undefined, { signal }).catch(() => {});
    throw error;
  }
}

/** Returns the model of an email with all links resolved. */
function withLinks(mail: QueuedMail, toUrl: (link: MailLink) => string): MailModel {
  const links = Object.entries(mail.links).map(([name, link]) => [name, link && toUrl(link)]);
  return MailModel.parse({ ...mail, links: Object.fromEntries(links) });
}
