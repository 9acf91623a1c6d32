import { randomUUID } from "node:crypto";
import { defineMessages, type Message, sentence } from "../../../../contract/texts.ts";
import { inLanguage } from "../../../../contract/translation.ts";
import { errorMessage } from "../../../platform/failure.ts";
import { MailRejected, MailServerUnavailable } from "../../../platform/mail/port.ts";
import { type Check, fault, ok, warning } from "../check.ts";

const messages = defineMessages("check_email", {
  name: "Email",
  advice: "Check SMTP_URL: host, port, user and password.",
  written: "emails are not sent, but written to DATA_DIR/outbox",
  writtenAdvice: "Set SMTP_URL to your mail server.",
  server: "the mail server: {response}",
  accepted: "the mail server accepted a test email: {response}",
  login: "Check the user and the password in SMTP_URL.",
  certificate:
    "Renew the mail server's certificate, or use the certificate's host name in SMTP_URL. If a private authority has issued it, set NODE_EXTRA_CA_CERTS to the file with the authority's certificate.",
  connection: "Check the host and the port in SMTP_URL, and whether this machine may connect to them.",
  rejected:
    "The mail server does not accept this email: check MAIL_FROM, and whether the server may send to the recipient's domain.",
  testSubject: "Tessera can send email",
  testText:
    "This email was sent by the check of your Tessera installation. Its mail server accepted it, and it has arrived.",
});

/** Signs in to the mail server. Sends a test email if a recipient is given. */
export const mailCheck: Check = {
  id: "email",
  name: messages.name,
  advice: messages.advice,
  async run({ openMail, settings }, { mailTo, language = "en" }) {
    const sender = await openMail();
    const { hostname } = new URL(settings.publicUrl);
    try {
      const mail = mailTo === undefined ? undefined : inLanguage(language, () => testMail(mailTo, hostname));
      const response = await sender.testServer(mail);
      if (response === null) return [warning({ seen: messages.written, advice: messages.writtenAdvice })];
      return [ok({ seen: mail ? messages.accepted({ response }) : messages.server({ response }) })];
    } catch (error) {
      const seen = messages.server({ response: errorMessage(error) });
      return [fault({ seen, advice: adviceOn(error) })];
    }
  },
};

function adviceOn(error: unknown): Message {
  if (error instanceof MailRejected) return messages.rejected;
  return messages[error instanceof MailServerUnavailable ? error.about : "connection"];
}

function testMail(to: string, hostname: string) {
  const text = sentence(messages.testText);
  return {
    to,
    subject: sentence(messages.testSubject),
    text: `${text}\n`,
    html: `<p>${text}</p>`,
    messageId: `<check-${randomUUID()}@${hostname}>`,
  };
}
