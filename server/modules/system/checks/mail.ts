import { randomUUID } from "node:crypto";
import { MailRejected, MailServerUnavailable } from "../../../platform/mail/port.ts";
import { type Check, fault, ok, warning } from "../check.ts";

/** Signs in to the mail server. Sends a test email if a recipient is given. */
export const mailCheck: Check = {
  name: "Email",
  advice: "Check SMTP_URL: host, port, user and password.",
  async run({ openMail, settings }, { mailTo }) {
    const sender = await openMail();
    const { hostname } = new URL(settings.publicUrl);
    try {
      const response = await sender.testServer(mailTo === undefined ? undefined : testMail(mailTo, hostname));
      if (response === null) {
        const seen = "emails are not sent, but written to DATA_DIR/outbox";
        return [warning({ seen, advice: "Set SMTP_URL to your mail server." })];
      }
      if (mailTo === undefined) return [ok({ seen: `the mail server: ${response}` })];
      return [ok({ seen: `the mail server accepted a test email: ${response}` })];
    } catch (error) {
      const seen = `the mail server: ${error instanceof Error ? error.message : String(error)}`;
      return [fault({ seen, advice: adviceOn(error) })];
    }
  },
};

const ADVICE = {
  login: "Check the user and the password in SMTP_URL.",
  certificate:
    "Renew the mail server's certificate, or use the certificate's host name in SMTP_URL. If a private authority has issued it, set NODE_EXTRA_CA_CERTS to the file with the authority's certificate.",
  connection: "Check the host and the port in SMTP_URL, and whether this machine may connect to them.",
} as const;

function adviceOn(error: unknown): string {
  if (error instanceof MailRejected)
    return "The mail server does not accept this email: check MAIL_FROM, and whether the server may send to the recipient's domain.";
  return ADVICE[error instanceof MailServerUnavailable ? error.about : "connection"];
}

const TEXT =
  "This email was sent by the check of your Tessera installation. Its mail server accepted it, and it has arrived.";

const testMail = (to: string, hostname: string) => ({
  to,
  subject: "Tessera can send email",
  text: `${TEXT}\n`,
  html: `<p>${TEXT}</p>`,
  messageId: `<check-${randomUUID()}@${hostname}>`,
});
