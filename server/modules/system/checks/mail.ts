import { randomUUID } from "node:crypto";
import { MailRejected } from "../../../platform/mail/port.ts";
import { type Check, fault, ok, warning } from "../check.ts";

/** Signs in to the mail server, and sends a test email when an address is given. */
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
      const advice =
        error instanceof MailRejected
          ? "The mail server does not accept this email: check MAIL_FROM, and whether the server may send to the recipient's domain."
          : "Check SMTP_URL: host, port, user and password; and whether this machine may connect to that port.";
      return [fault({ seen, advice })];
    }
  },
};

const TEXT =
  "This email was sent by the check of your Tessera installation. Its mail server accepted it, and it has arrived.";

const testMail = (to: string, hostname: string) => ({
  to,
  subject: "Tessera can send email",
  text: `${TEXT}\n`,
  html: `<p>${TEXT}</p>`,
  messageId: `<check-${randomUUID()}@${hostname}>`,
});
