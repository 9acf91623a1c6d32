import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { type MailLink, MailModel, QueuedMail } from "../../../contract/mails.ts";
import { type Jobs, type RetryPolicy, UnrecoverableJobError } from "../jobs/port.ts";
import type { MailRenderer } from "../render/port.ts";
import { type EmailQueue, MailRejected, type MailSender, MailServerUnavailable } from "./port.ts";

export const MAIL_JOB = "mail.send";
/** A mail server that is back has everything within a minute or so; one that stays away has a day. */
const RETRIES: RetryPolicy = { limit: 1440, initialDelaySeconds: 2, maxDelaySeconds: 60 };
/** While the server is away each of the few mails under way waits this long, so that a backlog does not circle through the database. */
const UNAVAILABLE_RETRY_MS = 5_000;
/** No answering machine should answer. */
const HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** What concerns nobody any more once the account is deleted. */
const REQUIRES_ACCOUNT: ReadonlySet<QueuedMail["mail"]> = new Set([
  "password-changed",
  "account-linked",
  "sale",
  "sales",
]);

const MailJob = z.object({ to: z.string(), messageId: z.string(), mail: QueuedMail });

/** Mails as jobs: queued with what causes them, drawn and sent later. */
export function createEmailQueue(parts: {
  jobs: Jobs;
  sender: MailSender;
  renderer: MailRenderer;
  publicUrl: string;
  /** The path behind a link; secret ones are derived here and exist nowhere else. */
  pathOf: (link: MailLink) => string;
  /** Asked right before a mail goes, which may be long after it was queued: false when its link leads nowhere any more, and the mail is dropped. */
  refreshLink: (link: MailLink) => Promise<boolean>;
  /** Whether an address still has an account; without it, mails to accounts always go. */
  hasAccount?: (address: string) => Promise<boolean>;
  /** For tests. */
  unavailableRetryMs?: number;
}): EmailQueue {
  const {
    jobs,
    sender,
    renderer,
    publicUrl,
    pathOf,
    refreshLink,
    hasAccount,
    unavailableRetryMs = UNAVAILABLE_RETRY_MS,
  } = parts;
  const { hostname } = new URL(publicUrl);

  const toUrl = (link: MailLink) => {
    const path = pathOf(link);
    if (!/^\/(?![/\\])/.test(path))
      throw new UnrecoverableJobError("a link of a mail must be a path of this site");
    return publicUrl + path;
  };

  jobs.handle(
    MAIL_JOB,
    async ({ data, signal }) => {
      const job = MailJob.safeParse(data);
      if (!job.success) throw new UnrecoverableJobError("this release does not know such a mail");
      const { to, messageId, mail } = job.data;
      if (!(await refreshLink(mail.links.main))) return;
      if (REQUIRES_ACCOUNT.has(mail.mail) && hasAccount && !(await hasAccount(to))) return;
      const model = withLinks(mail, toUrl);
      const rendered = await renderer.renderMail(model, { publicUrl });
      try {
        await sender.sendMail({ to, messageId, ...rendered, headers: HEADERS, mainLink: model.links.main });
      } catch (error) {
        if (error instanceof MailRejected) throw new UnrecoverableJobError(error.message);
        if (error instanceof MailServerUnavailable)
          await delay(unavailableRetryMs, undefined, { signal }).catch(() => {});
        throw error;
      }
    },
    { concurrency: 4, retries: RETRIES, leaseSeconds: 60 },
  );

  return {
    async enqueueEmail(tx, { to, mail, cause }) {
      const id = createHash("sha256")
        .update(JSON.stringify([mail.mail, to, cause]))
        .digest("hex");
      const data: z.input<typeof MailJob> = { to, messageId: `<${id}@${hostname}>`, mail };
      await jobs.enqueue(tx, { name: MAIL_JOB, key: id, data });
    },
  };
}

/** The mail as it is drawn, with every link made. */
function withLinks(mail: QueuedMail, toUrl: (link: MailLink) => string): MailModel {
  const links = Object.entries(mail.links).map(([name, link]) => [name, link && toUrl(link)]);
  return MailModel.parse({ ...mail, links: Object.fromEntries(links) });
}
