import { systemClock } from "../clock/index.ts";
import { outboxMail } from "./adapters/outbox.ts";
import { smtpMail } from "./adapters/smtp.ts";
import type { Sender } from "./address.ts";
import type { MailSender } from "./port.ts";
import type { SmtpServer } from "./smtp-url.ts";

/** Opens an SMTP server, or the outbox of files and terminal output. */
export async function openMail(options: {
  smtp: SmtpServer | undefined;
  mailFrom: Sender;
  dataDir: string;
  publicUrl: string;
  site: { name: string };
}): Promise<MailSender> {
  const { smtp, mailFrom, dataDir, publicUrl, site } = options;
  const { hostname } = new URL(publicUrl);
  if (smtp) return smtpMail({ server: smtp, from: mailFrom, hostname, siteName: site.name });
  return outboxMail({
    folder: `${dataDir}/outbox`,
    from: mailFrom,
    hostname,
    siteName: site.name,
    clock: systemClock,
    print: (line) => void process.stdout.write(`${line}\n`),
  });
}
