import { mkdtemp, readdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import { describe, expect, test } from "vitest";
import { memoryMail } from "./adapters/memory.ts";
import { outboxMail } from "./adapters/outbox.ts";
import { smtpMail } from "./adapters/smtp.ts";
import { type Arrived, MAIL, SENDER, testMail } from "./mail.test-suite.ts";
import { startMailServer } from "./smtp-server.test-kit.ts";
import { readSmtpUrl } from "./smtp-url.ts";

const toArrived = (mail: Email): Arrived => ({
  to: [mail.to, mail.cc, mail.bcc].flatMap((list) => list?.map(({ address }) => address ?? "") ?? []),
  subject: mail.subject ?? "",
  html: mail.html ?? "",
  text: mail.text ?? "",
  messageId: mail.messageId ?? "",
  headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
});

describe("emails in memory", () =>
  testMail(async () => {
    const sender = memoryMail();
    const lower = (headers: Record<string, string> = {}) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const arrived = async () =>
      sender.mails.map((mail) => ({ ...mail, to: [mail.to], headers: lower(mail.headers) }));
    return { sender, arrived, drop: async () => {} };
  }));

describe("emails by SMTP", () =>
  testMail(async () => {
    const server = await startMailServer();
    const at = readSmtpUrl(server.url);
    if (!at) throw new Error("not an address");
    const sender = smtpMail({ server: at, from: SENDER, hostname: "tessera.example" });
    const arrived = async () =>
      server.taken.map(({ mail, envelope }) => ({ ...toArrived(mail), to: envelope.to }));
    return { sender, arrived, drop: () => server.stop() };
  }));

async function openOutbox(folder: string, lines: string[] = []) {
  let ticks = 0;
  return outboxMail({
    folder: join(folder, "outbox"),
    from: SENDER,
    hostname: "tessera.example",
    print: (line) => void lines.push(line),
    clock: { now: () => new Date(Date.UTC(2026, 10, 21, 14, 5, ticks++)) },
  });
}

describe("emails in the outbox", () => {
  testMail(async () => {
    const folder = await mkdtemp(join(tmpdir(), "outbox-"));
    const arrived = async () => {
      const names = (await readdir(join(folder, "outbox"))).sort();
      const files = await Promise.all(names.map((name) => readFile(join(folder, "outbox", name))));
      return (await Promise.all(files.map((file) => PostalMime.parse(file)))).map(toArrived);
    };
    const drop = () => rm(folder, { recursive: true });
    return { sender: await openOutbox(folder), arrived, drop };
  });

  test("writes files that sort by time and that only their owner can read, and logs the main link", async () => {
    const folder = await mkdtemp(join(tmpdir(), "outbox-"));
    const lines: string[] = [];
    const sender = await openOutbox(folder, lines);
    const link = "http://localhost:3000/auth/reset?token=abc";
    for (const [index, subject] of ["First\u001b[31m", "Second", "Third"].entries()) {
      const messageId = `<${index}@tessera.example>`;
      await sender.sendMail({ ...MAIL, subject, messageId, ...(index === 0 ? { mainLink: link } : {}) });
    }
    // The same email again, after a crash.
    await sender.sendMail({ ...MAIL, messageId: "<2@tessera.example>" });
    const names = (await readdir(join(folder, "outbox"))).sort();
    expect(names).toHaveLength(3);
    expect(names[0]).toMatch(/^20261121T140500000Z-[0-9a-f]{16}\.eml$/);
    const subjects = await Promise.all(
      names.map(
        async (name) => (await PostalMime.parse(await readFile(join(folder, "outbox", name)))).subject,
      ),
    );
    expect(subjects).toEqual(["First [31m", "Second", "Third"]);
    expect((await stat(join(folder, "outbox", names[0] ?? ""))).mode & 0o777).toBe(0o600);
    expect((await stat(join(folder, "outbox"))).mode & 0o777).toBe(0o700);
    expect(lines[0]).toBe(`Mail to anna@example.org: First [31m\n  ${link}`);
    expect(lines[1]).toBe("Mail to anna@example.org: Second");
    await rm(folder, { recursive: true });
  });

  test.runIf(process.platform === "linux")(
    "leaves no file of an email that does not fit on the disk",
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "outbox-"));
      const sender = await openOutbox(folder);
      await sender.sendMail(MAIL);
      const [whole = ""] = await readdir(join(folder, "outbox"));
      await rm(join(folder, "outbox", whole));
      const id = /-([0-9a-f]{16})\.eml$/.exec(whole)?.[1];
      // Every write to this device fails with ENOSPC.
      await symlink("/dev/full", join(folder, "outbox", `.${id}.part`));
      await expect(sender.sendMail(MAIL)).rejects.toThrow("ENOSPC");
      expect(await readdir(join(folder, "outbox"))).toEqual([]);
      await sender.sendMail(MAIL);
      expect(await readdir(join(folder, "outbox"))).toHaveLength(1);
      await rm(folder, { recursive: true });
    },
  );
});
