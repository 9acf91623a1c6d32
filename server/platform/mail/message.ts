import { isAddress, oneLine, type Sender } from "./address.ts";
import { MailRefused, type OutgoingMail } from "./port.ts";

/** A mail that cannot break out of its headers or reach anybody but its recipient. Throws `MailRefused`. */
export function checkMail(mail: OutgoingMail): OutgoingMail {
  if (!isAddress(mail.to)) throw new MailRefused("the recipient is not exactly one mail address");
  if (!/^<[A-Za-z0-9._-]+@[A-Za-z0-9.:[\]-]+>$/.test(mail.messageId)) {
    throw new MailRefused("the Message-ID is not one");
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(mail.headers ?? {})) {
    if (!/^[A-Za-z0-9-]+$/.test(name)) throw new MailRefused("a header's name is not one");
    headers[name] = oneLine(value);
  }
  return { ...mail, subject: oneLine(mail.subject), headers };
}

/** A checked mail in the form that Nodemailer builds messages from. Addresses are given as such, so none is parsed out of text. */
export function toMessage(mail: OutgoingMail, from: Sender) {
  const { to, subject, html, text, messageId, headers = {} } = mail;
  return {
    from,
    to: { name: "", address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    text,
    html,
    messageId,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
