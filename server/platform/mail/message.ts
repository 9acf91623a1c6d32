import { isAddress, type Sender, senderName, stripControlChars } from "./address.ts";
import { creatorSender } from "./creator-sender.ts";
import { MailRejected, type OutgoingMail } from "./port.ts";

/** Returns an email without header injection and with exactly one recipient. Throws `MailRejected`. */
export function checkMail(mail: OutgoingMail): OutgoingMail {
  if (!isAddress(mail.to)) throw new MailRejected("the recipient is not exactly one email address");
  if (!/^<[A-Za-z0-9._-]+@[A-Za-z0-9.:[\]-]+>$/.test(mail.messageId)) {
    throw new MailRejected("the Message-ID is malformed");
  }
  if (mail.replyTo !== undefined && !isAddress(mail.replyTo)) {
    throw new MailRejected("the Reply-To is not exactly one email address");
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(mail.headers ?? {})) {
    if (!/^[A-Za-z0-9-]+$/.test(name)) throw new MailRejected("a header has an invalid name");
    headers[name] = stripControlChars(value);
  }
  for (const { filename } of mail.attachments ?? []) {
    if (!/^[A-Za-z0-9.-]+$/.test(filename)) throw new MailRejected("an attachment has an invalid file name");
  }
  const { fromName, ...rest } = mail;
  const name = senderName(fromName ?? "");
  return {
    ...rest,
    ...(name !== "" && { fromName: name }),
    subject: stripControlChars(mail.subject),
    headers,
  };
}

/** Returns a checked email as Nodemailer's options. Passes email addresses as objects, because Nodemailer would parse a text. `hostname` is the host name of the site. */
export function toMessage(
  mail: OutgoingMail,
  { from, hostname: host, siteName }: { from: Sender; hostname: string; siteName?: string | undefined },
) {
  const { to, fromName, replyTo, subject, html, text, messageId, headers = {}, attachments = [] } = mail;
  return {
    from: {
      name: fromName === undefined ? from.name : creatorSender(fromName, { name: from.name, host, siteName }),
      address: from.address,
    },
    to: { name: "", address: to },
    ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    messageId,
    headers,
    attachments: [...attachments],
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
