import { checkMail } from "../message.ts";
import type { MailSender, OutgoingMail } from "../port.ts";

/** Stores emails in memory, for tests. */
export function memoryMail(): MailSender & { readonly mails: OutgoingMail[] } {
  const mails: OutgoingMail[] = [];
  return {
    mails,
    async sendMail(mail) {
      mails.push(checkMail(mail));
    },
    testServer: async () => null,
    async stop() {},
  };
}
