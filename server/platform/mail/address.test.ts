import { createTransport } from "nodemailer";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import { defaultSender, mailboxOf, readSender, senderName, stripControlChars } from "./address.ts";
import { checkMail, toMessage } from "./message.ts";
import { readSmtpUrl } from "./smtp-url.ts";

test("parses a sender with or without a name", () => {
  expect(readSender("a@b.example")).toEqual({ name: "", address: "a@b.example" });
  expect(readSender("Tessera <a@b.example>")).toEqual({ name: "Tessera", address: "a@b.example" });
  expect(readSender('"Mira, Lund" <a@b.example>')).toEqual({ name: "Mira, Lund", address: "a@b.example" });
  for (const wrong of ["", "Tessera", "a@b, c@d", "x <a@b> <c@d>", "Tessera <>", "A\r\nBcc: x <a@b>"]) {
    expect(readSender(wrong), wrong).toBeUndefined();
  }
});

test("uses the site's host name for the default sender", () => {
  expect(defaultSender({ publicUrl: "https://tiles.example:8443", site: { name: "Atelier" } }).address).toBe(
    "no-reply@tiles.example",
  );
  expect(defaultSender({ publicUrl: "http://127.0.0.1:3000", site: { name: "Atelier" } }).address).toBe(
    "no-reply@localhost",
  );
  expect(defaultSender({ publicUrl: "http://[::1]:3000", site: { name: "Atelier" } }).address).toBe(
    "no-reply@localhost",
  );
});

test("removes control characters and keeps letters", () => {
  expect(stripControlChars("  a\r\nb\tc\u0007\u202ed\u2029e  ")).toBe("a b c d e");
  expect(stripControlChars("Zoë 👩‍🎨 سلام")).toBe("Zoë 👩‍🎨 سلام");
});

test("reads host, encryption and verification of the certificate from the URL of an SMTP server", () => {
  expect(readSmtpUrl("smtp://mail.example")).toEqual({
    host: "mail.example",
    port: 587,
    secure: false,
    requireTls: false,
    verifyCertificate: false,
    user: undefined,
    password: undefined,
  });
  expect(readSmtpUrl("smtps://me%40b.example:p%3Ass@mail.example")).toMatchObject({
    port: 465,
    secure: true,
    verifyCertificate: true,
    user: "me@b.example",
    password: "p:ss",
  });
  expect(readSmtpUrl("smtp://me:pw@mail.example:25")).toMatchObject({ port: 25, verifyCertificate: true });
  expect(readSmtpUrl("smtp://me:pw@127.0.0.1:2525")).toMatchObject({ verifyCertificate: false });
  expect(readSmtpUrl("smtp://[::1]:2525")).toMatchObject({ host: "::1", port: 2525 });
  for (const wrong of ["mail.example:25", "http://mail.example", "smtp://", "smtp://a/b", "smtp://a?x=1"]) {
    expect(readSmtpUrl(wrong), wrong).toBeUndefined();
  }
});

test("returns the same mailbox for its aliases", () => {
  for (const alias of ["ann@mail.example", "Ann+news@mail.example", "ann++a+b@MAIL.example"])
    expect(mailboxOf(alias)).toBe("ann@mail.example");
  for (const alias of ["a.nn@gmail.com", "A.n.n+x.y@gmail.com", "ann@googlemail.com"])
    expect(mailboxOf(alias)).toBe("ann@gmail.com");
  expect(mailboxOf("a.nn@mail.example"), "most providers tell them apart").toBe("a.nn@mail.example");
});

test("puts a creator's name on one line without an address, and keeps the sender's address", async () => {
  for (const [given, shown] of [
    ["Mira Lund", "Mira Lund"],
    ["Zoë, Ltd. (日本) 👩‍🎨", "Zoë, Ltd. (日本) 👩‍🎨"],
    ['"Mira" <mira@evil.example>', "Mira mira evil.example"],
    ["A\r\nBcc: x@evil.example", "A Bcc: x evil.example"],
    ["https://evil.example", "https evil.example"],
    ["\u202eariM\u200b", "ariM"],
    ["x".repeat(100), "x".repeat(64)],
    [" @<> ", ""],
  ] as const) {
    expect(senderName(given)).toBe(shown);
    const mail = checkMail({
      ...{ to: "a@b.example", subject: "News", html: "", text: "", messageId: "<a@b.example>" },
      fromName: given,
    });
    const from = { name: "Tessera", address: "shop@tessera.example" };
    const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail(
      toMessage(mail, { from, hostname: "tessera.example" }),
    );
    const arrived = await PostalMime.parse(message as Buffer);
    expect(arrived.from).toEqual({ name: shown || "Tessera", address: from.address });
    expect(arrived.bcc ?? [], given).toEqual([]);
  }
});
