import type { MailLink, QueuedMail } from "../../../contract/mails/mails.ts";
import type { Transaction } from "../database/index.ts";

/** A rendered email to one recipient. */
export type OutgoingMail = {
  to: string;
  /** The name of the sender, by default the installation's. The address is always the installation's. */
  fromName?: string;
  /** The address for replies, by default the sender's. */
  replyTo?: string;
  subject: string;
  html: string;
  text: string;
  /** The Message-ID with its angle brackets, the same for every attempt. */
  messageId: string;
  headers?: Record<string, string>;
  attachments?: readonly EmailAttachment[];
  /** The link of its button, printed on the terminal of installations without an SMTP server. */
  mainLink?: string;
};

export type EmailAttachment = {
  /** Letters, digits, dots and hyphens. */
  filename: string;
  contentType: string;
  content: Buffer;
};

/** Delivers emails. */
export type MailSender = {
  /** Sends an email. Throws `MailRejected` when a retry cannot help, and any other error when it may. */
  sendMail(mail: OutgoingMail): Promise<void>;
  /** Connects and signs in, and sends the email when one is given. Returns the server's response, or null when emails are written to files. Throws the same errors as `sendMail`. */
  testServer(mail?: OutgoingMail): Promise<string | null>;
  /** Closes idle connections. `sendMail` must not be called afterwards. */
  stop(): Promise<void>;
};

/** The email is rejected permanently. */
export class MailRejected extends Error {
  override name = "MailRejected";
}

/** The SMTP server is unavailable or rejects this installation, so that every email would fail. */
export class MailServerUnavailable extends Error {
  override name = "MailServerUnavailable";
  /** The cause: the user and password, the server's certificate or encryption, or the connection. */
  readonly about: "login" | "certificate" | "connection";
  constructor(message: string, about: MailServerUnavailable["about"] = "connection") {
    super(message);
    this.about = about;
  }
}

/** The queue with which modules send emails. */
export type EmailQueue = {
  /** Sends an email if, and only if, the transaction commits. Sends one email for each type, recipient and cause. */
  enqueueEmail(
    tx: Transaction,
    mail: {
      to: string;
      mail: QueuedMail;
      cause: string;
      /** The creator on whose own domain its links may be. Missing for emails about the site. */
      creatorId?: number | null;
      /** The id of the attachment. Its bytes stay with the module that resolves it, because the queue keeps jobs for days. */
      attachment?: string;
    },
  ): Promise<void>;
};

/** Resolves a type of link while an email is rendered. */
export type EmailLink<Link extends MailLink = MailLink> = {
  /** Returns the path that the link leads to. Secret paths are derived here and stored nowhere. */
  path(link: Link): string;
  /** Called before the email is sent, which may be long after it was queued. Returns false when the link is no longer valid. The email is then dropped. */
  refresh?(link: Link): Promise<boolean>;
};

/** Finds the attachment of an email. */
export type EmailAttachments = {
  /** Returns undefined once it has been sent. The email is then dropped. */
  find(id: string): Promise<EmailAttachment | undefined>;
  /** Called once the email is sent. */
  remove(id: string): Promise<void>;
};

/** The types of links that a module resolves. */
export type EmailLinks = { [Kind in MailLink["to"]]?: EmailLink<MailLink & { to: Kind }> };
