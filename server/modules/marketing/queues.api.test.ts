import { afterAll, expect, test } from "vitest";
import type { MailSender } from "../../platform/mail/port.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

/** Starts an SMTP server that delays newsletters until it is released. */
function slowServer() {
  const sent: string[] = [];
  let active = 0;
  let proceed = () => {};
  const allReleased = new Promise<void>((resolve) => {
    proceed = resolve;
  });
  const sender: MailSender = {
    async sendMail({ to }) {
      if (to.startsWith("reader")) {
        active += 1;
        await allReleased;
      }
      sent.push(to);
    },
    testServer: async () => null,
    stop: async () => {},
  };
  return { sender, sent, active: () => active, proceed: () => proceed() };
}

const server = slowServer();
const site = testSite({ jobs: "database", sender: server.sender });
const admin = testUser(site, { admin: true });
afterAll(() => server.proceed());

const send = (to: string | string[]) =>
  admin.call("POST", "/api/admin/marketing/email", {
    to,
    subject: "News for you",
    body: "A body that is long enough.",
    template: "newsletter",
  });

test("sends single emails while a newsletter is in progress", async () => {
  const readers = Array.from({ length: 60 }, (_, number) => `reader${number}@example.org`);
  expect((await send(readers)).body).toEqual({ queued: 60 });
  await expect.poll(server.active).toBe(4);

  expect((await send("anna@example.org")).body).toEqual({ queued: 1 });
  await site.call("POST", "/api/auth/forgot-password", { email: admin.email });
  await expect.poll(() => server.sent).toContain("anna@example.org");
  // The verification email and the password reset email.
  await expect.poll(() => server.sent.filter((to) => to === admin.email)).toHaveLength(2);
  expect(server.sent.filter((to) => to.startsWith("reader"))).toEqual([]);

  server.proceed();
  await expect.poll(() => new Set(server.sent.filter((to) => to.startsWith("reader"))).size).toBe(60);
  expect(server.sent.filter((to) => to.startsWith("reader"))).toHaveLength(60);
});
