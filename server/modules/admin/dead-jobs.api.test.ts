import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { MailRejected, type MailSender } from "../../platform/mail/port.ts";
import type { TestUser } from "../../testing/factories.ts";
import { testSite, testUser } from "../../testing/test-site.ts";

let isRejected = false;
const sent: string[] = [];
const sender: MailSender = {
  sendMail: async ({ to }) => {
    if (isRejected && to.startsWith("rejected")) throw new MailRejected(`550 5.1.1 <${to}>: user unknown`);
    sent.push(to);
  },
  testServer: async () => null,
  stop: async () => {},
};
const site = testSite({ jobs: "database", sender });
const admin = testUser(site, { admin: true });

const list = () => admin.call("GET", "/api/admin/jobs/dead");
const retry = (id: string, as: Pick<TestUser, "call"> = admin) =>
  as.call("POST", `/api/admin/jobs/dead/${id}/retry`);

test("lists a permanently failed email without its recipient, and sends it by a retry", async () => {
  isRejected = true;
  const anna = await site.signUp({ email: `rejected-${randomUUID()}@example.org` });
  await expect.poll(async () => (await list()).body.total).toBe(1);
  const { body, text } = await list();
  expect(text).not.toContain(anna.email);
  expect(body).toEqual({
    jobs: [
      {
        id: expect.any(String),
        name: "mail.deliver",
        error: "550 5.1.1 <[email]>: user unknown",
        attempts: 1,
        queued_at: expect.stringMatching(/^\d{4}-.*Z$/),
        failed_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ],
    total: 1,
    page: 1,
    pageSize: 25,
  });
  const [job] = body.jobs;
  expect((await retry(job.id, anna)).status).toBe(403);
  expect((await retry(job.id, site)).status).toBe(401);
  isRejected = false;
  expect((await retry(job.id)).status).toBe(204);
  await expect.poll(() => sent).toContain(anna.email);
  expect((await list()).body).toMatchObject({ jobs: [], total: 0 });
  expect((await retry(job.id)).status).toBe(404);
  const { entries } = (await admin.call("GET", "/api/admin/audit")).body;
  expect(entries[0]).toMatchObject({
    action: "job.retried",
    subject: { id: job.id, email: null },
    after: { job: "mail.deliver" },
  });
});

test("returns 404 for an unknown job, with an id of any form", async () => {
  expect((await retry(randomUUID())).status).toBe(404);
  expect((await retry("1")).status).toBe(404);
});
