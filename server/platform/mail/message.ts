import { isAddress, type Sender, stripControlChars } from "./address.ts";
import { MailRejected, type OutgoingMail } from "./port.ts";

/** A mail that cannot break out of its headers or reach anybody but its recipient. Throws `MailRejected`. */
export function checkMail(mail: OutgoingMail): OutgoingMail {
  if (!isAddress(mail.to)) throw new MailRejected("the recipient is not exactly one mail address");
  if (!/^<[A-Za-z0-9._-]+@[A-Za-z0-9.:[\]-]+>$/.test(mail.messageId)) {
    throw new MailRejected("the Message-ID is not one");
  }
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(mail.headers ?? {})) {
    if (!/^[A-Za-z0-9-]+$/.test(name)) throw new MailRejected("a header's name is not one");
    headers[name] = stripControlChars(value);
  }
  return { ...mail, subject: stripControlChars(mail.subject), headers };
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
