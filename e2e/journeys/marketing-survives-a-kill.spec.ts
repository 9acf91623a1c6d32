import type { APIRequestContext } from "@playwright/test";
import { startMailServer } from "../../server/platform/mail/smtp-server.test-kit.ts";
import { CreatorAccount, newPerson } from "../support/creator.ts";
import { expect, test } from "../support/journey.ts";
import { OwnServer } from "../support/own-server.ts";

const RECIPIENTS = 1_000;
/** Mails that one process has under way at once: only these can be taken by the server and not yet noted. */
const UNDER_WAY = 4;
/** What the process that died had begun is taken up again after a minute. */
const TAKEN_UP_MS = 150_000;

const mail = {
  subject: "News for a thousand",
  body: `Line one & <b>two</b> {{x}}\n\n"Quoted" <script>alert(1)</script>`,
  template: "announcement",
  ctaLabel: "Read <more>",
  ctaUrl: "https://shop.example/?a=1&b=2",
};

test("a mail to a thousand, killed half-way, reaches each of them once", async ({ playwright }) => {
  test.setTimeout(300_000);
  const mails = await startMailServer();
  const server = await OwnServer.prepare({ SMTP_URL: mails.url });
  let api: APIRequestContext | undefined;
  try {
    await server.start();
    api = await playwright.request.newContext({ baseURL: server.url });
    const { person } = await CreatorAccount.register(api, newPerson("Olga Owner"));
    await server.grantAdmin(person.email);
    const others = Array.from({ length: RECIPIENTS - 1 }, (_, n) => `reader${n}@example.org`);
    const preview = await (await api.post("/api/admin/marketing/preview", { data: mail })).json();

    const to = [...others, person.email];
    const answer = await api.post("/api/admin/marketing/email", { data: { to, ...mail } });
    expect([answer.status(), await answer.json()]).toEqual([202, { queued: RECIPIENTS }]);

    const news = () => mails.taken.filter((taken) => taken.mail.subject === mail.subject);
    await expect
      .poll(() => news().length, { timeout: 120_000, intervals: [20] })
      .toBeGreaterThan(RECIPIENTS / 2);
    await server.kill();
    const atKill = news().length;
    expect(atKill).toBeLessThan(RECIPIENTS);
    await server.start();

    const reached = () => new Set(news().flatMap(({ envelope }) => envelope.to)).size;
    await expect.poll(reached, { timeout: TAKEN_UP_MS, intervals: [500] }).toBe(RECIPIENTS);
    const newest = async () => {
      const listed = await api?.get("/api/admin/marketing/campaigns");
      return (await listed?.json())?.campaigns[0];
    };
    await expect
      .poll(newest, { timeout: TAKEN_UP_MS, intervals: [500] })
      .toMatchObject({ total: RECIPIENTS, sent: RECIPIENTS, queued: 0, failed: 0 });

    const identities = new Set(news().map(({ mail: { messageId } }) => messageId));
    expect(identities.size).toBe(RECIPIENTS);
    const copies = news().length - RECIPIENTS;
    test.info().annotations.push({
      type: "figures",
      description: `killed after ${atKill} of ${RECIPIENTS}; second copies under the same Message-ID: ${copies}`,
    });
    expect(copies).toBeLessThanOrEqual(UNDER_WAY);

    const own = news().find(({ envelope }) => envelope.to.includes(person.email));
    const plain = (text = "") => text.replaceAll("\r\n", "\n").trimEnd();
    expect(plain(own?.mail.html)).toBe(plain(preview.html));
    expect(plain(own?.mail.text)).toBe(plain(preview.text));
  } finally {
    await api?.dispose();
    await server.remove();
    await mails.stop();
  }
});
