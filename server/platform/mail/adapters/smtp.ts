import { createTransport } from "nodemailer";
import type { Sender } from "../address.ts";
import { checkMail, toMessage } from "../message.ts";
import { MailRejected, type MailSender, MailServerUnavailable } from "../port.ts";
import type { SmtpServer } from "../smtp-url.ts";

const WAIT_MS = 10_000;
/** A server that answers byte by byte is given up after this. */
const WHOLE_MAIL_MS = 30_000;
/** The commands that are about one mail; a "no" to any other is about us, and somebody may mend it. */
const ABOUT_THE_MAIL = new Set(["EENVELOPE", "EMESSAGE"]);

/** Mail by SMTP, over a few connections that are kept for a while. */
export function smtpMail(options: {
  server: SmtpServer;
  from: Sender;
  /** How we greet. */
  hostname: string;
  /** For tests. */
  waitMs?: number;
}): MailSender {
  const { server, from, hostname, waitMs = WAIT_MS } = options;
  const transport = createTransport({
    pool: true,
    maxConnections: 4,
    // An interrupted mail may have arrived: whether to send it again is the job's decision.
    maxRequeues: 0,
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTls,
    name: hostname,
    ...(server.user === undefined ? {} : { auth: { user: server.user, pass: server.password ?? "" } }),
    tls: { rejectUnauthorized: server.verifyCertificate, minVersion: "TLSv1.2" },
    dnsTimeout: waitMs,
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    idleTimeout: 60_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async sendMail(mail) {
      const message = toMessage(checkMail(mail), from);
      const signal = AbortSignal.timeout(WHOLE_MAIL_MS);
      await transport.sendMail({ ...message, signal }).catch((error: unknown) => {
        throw toOutcome(error, mail.to);
      });
    },
    async stop() {
      transport.close();
    },
  };
}

/** What a failure means for the mail, in words that name no recipient. */
function toOutcome(thrown: unknown, to: string): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  const messages = error.message.replaceAll(to, "the recipient");
  if (responseCode === undefined || !ABOUT_THE_MAIL.has(code ?? ""))
    return new MailServerUnavailable(messages);
  // 503 is about the order of commands: on a new connection the same mail may pass.
  const permanent = responseCode >= 500 && responseCode < 600 && responseCode !== 503;
  return permanent ? new MailRejected(messages) : new Error(messages);
}
