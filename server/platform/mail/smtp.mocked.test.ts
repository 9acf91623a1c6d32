import { createServer, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { smtpMail } from "./adapters/smtp.ts";
import { MAIL, SENDER } from "./mail.test-suite.ts";
import { MailRejected, type MailSender, MailServerUnavailable } from "./port.ts";
import { type Behavior, startMailServer } from "./smtp-server.test-kit.ts";
import { readSmtpUrl } from "./smtp-url.ts";

/** For a server that never answers. */
const SHORT_MS = 500;

const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

/** `waitMs` is long for a server that answers, because the machine may be busy. */
function sendTo(url: string, waitMs = 20_000): MailSender {
  const server = readSmtpUrl(url);
  if (!server) throw new Error("not an address");
  const sender = smtpMail({ server, from: SENDER, hostname: "tessera.example", waitMs });
  endings.push(() => sender.stop());
  return sender;
}

async function serverThat(behavior: Behavior) {
  const server = await startMailServer({ behavior });
  endings.push(() => server.stop());
  return server;
}

const failure = (sender: MailSender) =>
  sender.sendMail(MAIL).then(
    () => undefined,
    (error: unknown) => error,
  );

test.each([[{ at: "rcpt", code: 550 }], [{ at: "data", code: 554 }]] satisfies [Behavior][])(
  "does not retry a permanently rejected email (%o)",
  async (behavior) => {
    expect(await failure(sendTo((await serverThat(behavior)).url))).toBeInstanceOf(MailRejected);
  },
);

test.each([[{ at: "rcpt", code: 450 }], [{ at: "data", code: 451 }], [{ at: "data", code: 503 }]] satisfies [
  Behavior,
][])("allows a retry of a temporarily rejected email (%o)", async (behavior) => {
  const error = await failure(sendTo((await serverThat(behavior)).url));
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(MailRejected);
  expect(error).not.toBeInstanceOf(MailServerUnavailable);
});

test("reports an SMTP server that is down, silent or disconnects as unavailable, and does not resend an accepted email", async () => {
  const down = await startMailServer();
  await down.stop();
  const refused = await failure(sendTo(down.url));
  expect(refused).toBeInstanceOf(MailServerUnavailable);
  expect(refused).toMatchObject({ about: "connection" });

  expect(await failure(sendTo((await serverThat("silent")).url, SHORT_MS))).toBeInstanceOf(
    MailServerUnavailable,
  );

  const dropping = await serverThat("hangs-up-after-data");
  expect(await failure(sendTo(dropping.url))).toBeInstanceOf(MailServerUnavailable);
  expect(dropping.taken).toHaveLength(1);
});

test("reports the server as unavailable if it rejects the password", async () => {
  const { port } = await serverThat("takes");
  const error = await failure(sendTo(`smtp://me:wrong@127.0.0.1:${port}`));
  expect(error).toBeInstanceOf(MailServerUnavailable);
  expect(error).toMatchObject({ about: "login" });
});

test("times out if the server stops in the middle of a command", async () => {
  const sockets = new Set<Socket>();
  const half = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.write("220 half.example ESMTP\r\n");
  });
  await new Promise<void>((listening) => half.listen(0, "127.0.0.1", listening));
  endings.push(async () => {
    for (const socket of sockets) socket.destroy();
    half.close();
  });
  const address = half.address();
  const port = typeof address === "object" ? address?.port : 0;
  expect(await failure(sendTo(`smtp://127.0.0.1:${port}`, SHORT_MS))).toBeInstanceOf(MailServerUnavailable);
});

test("names no recipient in the message of a failure", async () => {
  const server = await serverThat({ at: "rcpt", code: 550 });
  const sender = sendTo(server.url);
  const error = await sender.sendMail({ ...MAIL, to: "person@example.org" }).catch((thrown: Error) => thrown);
  expect(String(error)).toContain("550");
  expect(String(error)).not.toContain("person@");
});

test("accepts a self-signed certificate unless TLS is required", async () => {
  // This server offers STARTTLS with a self-signed certificate.
  const server = await serverThat("takes");
  await sendTo(server.url).sendMail(MAIL);
  expect(server.taken).toHaveLength(1);
  const error = await failure(sendTo(`${server.url}?requireTLS=true`));
  expect(error).toBeInstanceOf(MailServerUnavailable);
  expect(error).toMatchObject({ about: "certificate" });
  await sendTo(`${server.url}?requireTLS=true&tls.rejectUnauthorized=false`).sendMail(MAIL);
  expect(server.taken).toHaveLength(2);
});

test("loads the library for the next email if that failed for one", async () => {
  const server = await serverThat("takes");
  const sender = sendTo(server.url);
  const missing = new Error("the package is being installed");
  vi.doMock("nodemailer", () => {
    throw missing;
  });
  expect(await failure(sender)).toMatchObject({ cause: missing });
  vi.doUnmock("nodemailer");
  await sender.sendMail(MAIL);
  expect(server.taken).toHaveLength(1);
});
