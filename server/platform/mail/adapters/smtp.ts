import { isCertificateError } from "../../net/certificate-error.ts";
import type { Sender } from "../address.ts";
import { checkMail, toMessage } from "../message.ts";
import { MailRejected, type MailSender, MailServerUnavailable, type OutgoingMail } from "../port.ts";
import type { SmtpServer } from "../smtp-url.ts";

const WAIT_MS = 10_000;
/** The timeout of a whole email, for servers that send their responses too slowly. */
const WHOLE_MAIL_MS = 30_000;
/** Codes of errors that concern a single email. Other errors concern the configuration, and may be temporary. */
const ABOUT_THE_MAIL = new Set(["EENVELOPE", "EMESSAGE"]);

/** Sends emails by SMTP, over a few pooled connections. */
export function smtpMail(options: {
  server: SmtpServer;
  from: Sender;
  /** The site's host name, which the EHLO command sends as well. */
  hostname: string;
  /** The site's name, which no creator may seem to have. */
  siteName?: string | undefined;
  /** For tests. */
  waitMs?: number;
}): MailSender {
  const { server, from, hostname, siteName, waitMs = WAIT_MS } = options;
  /** Loads the library with the first email, because it takes 20 MB and would delay the start by a tenth of a second. */
  const openTransport = async () => {
    const { createTransport } = await import("nodemailer");
    return createTransport({
      pool: true,
      maxConnections: 4,
      // An interrupted email may have been delivered, so the job decides whether to send it again.
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
  };
  let opened: ReturnType<typeof openTransport> | undefined;
  const transport = () => {
    opened ??= openTransport();
    return opened.catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
  };
  const send = async (mail: OutgoingMail) => {
    const message = toMessage(checkMail(mail), { from, hostname, siteName });
    const signal = AbortSignal.timeout(WHOLE_MAIL_MS);
    const { response } = await (await transport())
      .sendMail({ ...message, signal })
      .catch((error: unknown) => {
        throw toOutcome(error, mail.to);
      });
    return response;
  };
  return {
    async sendMail(mail) {
      await send(mail);
    },
    async testServer(mail) {
      if (mail) return send(mail);
      await (await transport()).verify().catch((error: unknown) => {
        throw toOutcome(error, "");
      });
      return server.user === undefined ? "it can be reached" : "it can be reached, and accepts the password";
    },
    async stop() {
      (await opened?.catch(() => undefined))?.close();
    },
  };
}

/** `originalCode` is Node's code of an error of the connection. */
type SmtpError = Record<"code" | "originalCode", string | undefined> & { responseCode: number };

function aboutOf({ code, originalCode }: Pick<SmtpError, "code" | "originalCode">) {
  if (code === "EAUTH") return "login";
  return code === "ETLS" || isCertificateError(originalCode) ? "certificate" : "connection";
}

/** Classifies a failure, with a message that contains no recipient. */
function toOutcome(thrown: unknown, to: string): Error {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown));
  const { code, responseCode, originalCode } = error as Partial<SmtpError>;
  const messages = to ? error.message.replaceAll(to, "the recipient") : error.message;
  if (responseCode === undefined || !ABOUT_THE_MAIL.has(code ?? ""))
    return new MailServerUnavailable(messages, aboutOf({ code, originalCode }));
  // 503 concerns the order of commands: the same email may succeed on a new connection.
  const permanent = responseCode >= 500 && responseCode < 600 && responseCode !== 503;
  return permanent ? new MailRejected(messages) : new Error(messages);
}
