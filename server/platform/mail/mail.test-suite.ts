import { afterEach, beforeEach, expect, test } from "vitest";
import { MailRejected, type MailSender, type OutgoingMail } from "./port.ts";

export const SENDER = { name: 'Tessera, "the shop"', address: "shop@tessera.example" };

export const MAIL: OutgoingMail = {
  to: "anna@example.org",
  subject: "Grüße — your receipt",
  html: "<p>Hello <b>Anna</b>, 日本語</p>",
  text: "Hello Anna, 日本語\n",
  messageId: `<${"a1".repeat(32)}@tessera.example>`,
  headers: { "Auto-Submitted": "auto-generated" },
};

/** A received email. */
export type Arrived = Pick<OutgoingMail, "subject" | "html" | "text" | "messageId"> & {
  to: string[];
  headers: Record<string, string>;
};

/** The tests of every mail adapter. */
export function testMail(
  create: () => Promise<{ sender: MailSender; arrived(): Promise<Arrived[]>; drop(): Promise<void> }>,
): void {
  let sender: MailSender;
  let arrived: () => Promise<Arrived[]>;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    ({ sender, arrived, drop } = await create());
  });
  afterEach(async () => {
    await sender.stop();
    await drop();
  });

  test("delivers an email as it was sent", async () => {
    await sender.sendMail(MAIL);
    const [mail, ...others] = await arrived();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: [MAIL.to], subject: MAIL.subject, messageId: MAIL.messageId });
    expect(mail?.html).toContain("日本語");
    expect(mail?.text).toContain("Hello Anna, 日本語");
    expect(mail?.headers["auto-submitted"]).toBe("auto-generated");
  });

  test("starts no header at a line break in a subject or header", async () => {
    const inject = "Hello\r\nBcc: mallory@evil.example\nX-Evil: yes\r\n\r\n<script>\u0000\u2028end";
    await sender.sendMail({ ...MAIL, subject: inject, headers: { "X-Note": inject } });
    const [mail] = await arrived();
    expect(mail?.subject).toBe("Hello Bcc: mallory@evil.example X-Evil: yes <script> end");
    expect(mail?.to).toEqual([MAIL.to]);
    expect(Object.keys(mail?.headers ?? {})).not.toContain("bcc");
    expect(Object.keys(mail?.headers ?? {})).not.toContain("x-evil");
    expect(mail?.text).toContain("Hello Anna");
  });

  test("rejects any recipient except one plain email address", async () => {
    const hostile = [
      "",
      "anna",
      "anna@example.org,ben@example.org",
      "anna@example.org;ben@example.org",
      "anna@example.org ben@example.org",
      "Anna <anna@example.org>",
      "friends:anna@example.org;",
      '"anna b"@example.org',
      "anna@@example.org",
      "anna@ben@example.org",
      "anna@example.org\r\nBcc: ben@example.org",
      "anna@example.org\n",
      "anna@example.org\u0000",
      "änna@example.org",
      "anna(comment)@example.org",
      `${"a".repeat(250)}@example.org`,
    ];
    for (const to of hostile) {
      await expect(sender.sendMail({ ...MAIL, to }), to).rejects.toThrow(MailRejected);
    }
    await expect(sender.sendMail({ ...MAIL, headers: { "X: y\r\nBcc": "z" } })).rejects.toThrow(MailRejected);
    await expect(sender.sendMail({ ...MAIL, messageId: "<a\r\nBcc: b@c>" })).rejects.toThrow(MailRejected);
    expect(await arrived()).toEqual([]);
  });
}
