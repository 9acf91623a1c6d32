import { createHash } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../clock/index.ts";
import { writeFileDurably } from "../../fs/durable.ts";
import type { Sender } from "../address.ts";
import { checkMail, toMessage } from "../message.ts";
import type { MailSender } from "../port.ts";

/** Writes each email to an `.eml` file named by its time, and prints the link of its button. For installations without an SMTP server. */
export async function outboxMail(options: {
  folder: string;
  from: Sender;
  /** The site's host name. */
  hostname: string;
  /** The site's name, which no creator may seem to have. */
  siteName?: string | undefined;
  print: (line: string) => void;
  clock: Clock;
}): Promise<MailSender> {
  const { folder, from, hostname, siteName, print, clock } = options;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeOldParts(folder, clock);
  return {
    async sendMail(mail) {
      const checked = checkMail(mail);
      const id = createHash("sha256").update(checked.messageId).digest("hex").slice(0, 16);
      // The file exists already when a job is retried after a crash.
      if ((await readdir(folder)).some((name) => name.endsWith(`-${id}.eml`))) return;
      // Loads the library with the first email, because it takes 20 MB and would delay the start by a tenth of a second.
      const { createTransport } = await import("nodemailer");
      const composer = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
      const { message } = await composer.sendMail(toMessage(checked, { from, hostname, siteName }));
      if (!Buffer.isBuffer(message)) throw new Error("the mail was not composed in memory");
      const time = clock.now().toISOString().replace(/[-:.]/g, "");
      // Every attempt uses the same draft, so killed attempts leave at most one.
      await writeFileDurably(join(folder, `${time}-${id}.eml`), message, join(folder, `.${id}.part`));
      print(`Mail to ${checked.to}: ${checked.subject}${checked.mainLink ? `\n  ${checked.mainLink}` : ""}`);
    },
    testServer: async () => null,
    stop: async () => {},
  };
}

const HOUR_MS = 60 * 60 * 1000;

/** Deletes unfinished emails of a killed process. Emails that are being written are younger. */
async function removeOldParts(folder: string, clock: Clock): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\..*\.part$/.test(name)) continue;
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && found.mtimeMs < clock.now().getTime() - HOUR_MS)
      await rm(join(folder, name), { force: true });
  }
}
