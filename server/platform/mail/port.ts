import type { MailLink, QueuedMail } from "../../../contract/mails.ts";
import type { Transaction } from "../database/index.ts";

/** A mail that is ready to go to one person. */
export type OutgoingMail = {
  to: string;
  subject: string;
  html: string;
  text: string;
  /** With its angle brackets; the same for every attempt at the same mail. */
  messageId: string;
  headers?: Record<string, string>;
  /** Where its button leads, for who reads along on a terminal. */
  mainLink?: string;
};

/** Takes mails to where they are read from. */
export type MailSender = {
  /** Hands a mail over. Throws `MailRejected` when no repeat can help, anything else when one may. */
  sendMail(mail: OutgoingMail): Promise<void>;
  /** Ends idle connections; nothing is sent after. */
  stop(): Promise<void>;
};

/** The mail itself is not accepted, now or later. */
export class MailRejected extends Error {
  override name = "MailRefused";
}

/** The mail server is out of reach, or takes nothing from us: any other mail would fare the same. */
export class MailServerUnavailable extends Error {
  override name = "MailServerAway";
}

/** How modules send mail. */
export type EmailQueue = {
  /** Sends a mail if, and only if, the transaction commits; once for each mail, recipient and cause. */
  enqueueEmail(tx: Transaction, mail: { to: string; mail: QueuedMail; cause: string }): Promise<void>;
};

/** How a kind of link in emails is resolved while the email is rendered. */
export type EmailLink<Link extends MailLink = MailLink> = {
  /** Returns the path that the link leads to; secret ones are derived here and exist nowhere else. */
  path(link: Link): string;
  /** Called before the email is sent, which may be long after it was queued; false when the link leads nowhere any more, and the email is dropped. */
  refresh?(link: Link): Promise<boolean>;
};

/** The kinds of links that a module resolves. */
export type EmailLinks = { [Kind in MailLink["to"]]?: EmailLink<MailLink & { to: Kind }> };
