import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type AudienceMember, audienceRoutes } from "../../../contract/api/audience.ts";
import {
  audienceCampaignRoutes,
  type CreatorCampaign,
  type Sending,
} from "../../../contract/api/audience-campaigns.ts";
import { type Letter, LetterInput, letterRoutes } from "../../../contract/api/letters.ts";
import { aPage } from "../../testing/admin-entities.ts";
import { respondToEmails, SENDING } from "../../testing/audience-server.ts";
import { expectLink, expectText } from "../../testing/expectations.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const aMember = (overrides: Partial<AudienceMember> = {}): AudienceMember => ({
  id: 1,
  email: "reader@example.org",
  source: "signup",
  source_title: "My letter",
  consent_text: "Email me Ada's letter.",
  consented_at: "2026-11-20T10:00:00.000Z",
  confirmed_at: "2026-11-20T10:05:00.000Z",
  ...overrides,
});

function serve(server: FakeServer, given: AudienceMember[]) {
  let members = given;
  server.respond(audienceRoutes.remove, ({ params }) => {
    members = members.filter(({ id }) => id !== Number(params.id));
    return undefined;
  });
  return server.respond(audienceRoutes.list, () => ({ members, ...aPage(members.length) }));
}

async function open(members: AudienceMember[]) {
  let requests: ReturnType<typeof serve> | undefined;
  const rendered = await renderConsole("/dashboard/audience", {
    server: (server) => {
      requests = serve(server, members);
    },
  });
  return { ...rendered, requests: requests ?? [] };
}

test("lists emails with date, source and consent text, and marks unconfirmed ones", async () => {
  await open([
    aMember(),
    aMember({ id: 2, email: "buyer@example.org", source: "order", source_title: "Bowl", confirmed_at: null }),
    aMember({ id: 3, email: "moved@example.org", source: "import", source_title: "Ghost" }),
  ]);
  await expect
    .element(page.getByRole("row", { name: /moved@example.org/ }))
    .toHaveTextContent("Import: Ghost");
  await expectLink("Import readers", "/dashboard/audience?view=import");
  const row = page.getByRole("row", { name: /reader@example.org/ });
  await expect.element(row).toHaveTextContent("Signup: My letter");
  await expect.element(row).toHaveTextContent("20 Nov 2026: Email me Ada's letter.");
  await expect
    .element(page.getByRole("row", { name: /buyer@example.org/ }))
    .toHaveTextContent("Not confirmed");
  await expect.element(page.getByText(/removed after 7 days/)).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("sends search and filter, and adds them to the export's URL", async () => {
  const { requests } = await open([aMember()]);
  await page.getByLabelText("Show").selectOptions("signup");
  await page.getByLabelText("Search").fill("reader");
  await expect.poll(() => requests.at(-1)?.query).toMatchObject({ filter: "signup", search: "reader" });
  await expectLink("Export CSV", "/api/audience/export.csv?filter=signup&search=reader");
});

test("deletes an email after a question and keeps the focus on the page", async () => {
  await open([aMember()]);
  await page.getByRole("button", { name: "Delete reader@example.org" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this email?" });
  await expectAccessibleAtEveryWidth();
  await dialog.getByRole("button", { name: "Delete email" }).click();
  await expect.element(page.getByText("No signups yet.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Your audience" })).toHaveFocus();
  await expectAccessibleAtEveryWidth();
});

const field = (label: string) => page.getByLabelText(label, { exact: true });

async function openEmails(sending: Partial<Sending> = {}, campaigns: CreatorCampaign[] = []) {
  const rendered = await renderConsole("/dashboard/audience?view=emails", {
    server: (server) => {
      respondToEmails(server, campaigns);
      server.respond(audienceCampaignRoutes.sending, { ...SENDING, ...sending });
    },
  });
  await expect.element(page.getByTitle("Preview of the email")).toBeVisible();
  return rendered;
}

test("sends a test to the creator, and the email after a question with the number of people", async () => {
  const { server } = await openEmails();
  const tests = server.respond(audienceCampaignRoutes.test, undefined);
  const sent = server.respond(audienceCampaignRoutes.send, { queued: 40 });
  await page.getByRole("button", { name: "Send email" }).click();
  await expect.element(page.getByText("Subject must be at least 3 characters.")).toBeVisible();
  await field("Subject").fill("Two new glazes");
  await field("Body").fill("Both are food safe.");
  await field("Button").fill("Shop");
  await field("Link of the button").fill("https://shop.example/");
  await page.getByRole("button", { name: "Send test to me" }).click();
  await expect.element(page.getByText("Test email sent to vera@example.org.")).toBeVisible();
  await page.getByRole("button", { name: "Send email" }).click();
  const dialog = page.getByRole("dialog", { name: "Send this email?" });
  await expect.element(dialog).toHaveTextContent("Two new glazes goes to everyone in your audience");
  await dialog.getByRole("button", { name: "Send to 40 people" }).click();
  await expect.element(page.getByText("Email sent to 40 people.")).toBeVisible();
  await expect.element(field("Subject")).toHaveValue("");
  await expect.element(page.getByRole("button", { name: "Send email" })).toHaveFocus();
  expect([tests, sent].map((requests) => requests.map(({ body }) => body))).toEqual(
    Array(2).fill([
      {
        subject: "Two new glazes",
        body: "Both are food safe.",
        ctaLabel: "Shop",
        ctaUrl: "https://shop.example/",
        imageUrl: null,
        imageAlt: "",
      },
    ]),
  );
});

test("pages through people after the emails were shown", async () => {
  const { server } = await openEmails();
  server.respond(audienceRoutes.list, ({ query }) => ({
    members: [aMember({ id: Number(query.page), email: `page-${query.page}@example.org` })],
    ...aPage(30, Number(query.page)),
  }));
  // The server returns the requested page number, even for an empty list.
  server.respond(audienceCampaignRoutes.campaigns, ({ query }) => ({
    campaigns: [],
    ...aPage(0, Number(query.page)),
  }));
  await field("Subject").fill("Two new glazes");
  await page.getByRole("link", { name: "People", exact: true }).click();
  await page.getByRole("button", { name: "Next" }).click();
  const second = page.getByRole("rowheader", { name: "page-2@example.org" });
  await expect.element(second).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, 300));
  await expect.element(second).toBeVisible();
  await page.getByRole("link", { name: "Emails", exact: true }).click();
  await expect.element(field("Subject")).toHaveValue("Two new glazes");
});

test("lets readers answer to the email of the account", async () => {
  const { server } = await openEmails();
  await expectText("Your name is shown as the sender. Readers cannot answer yet.");
  const answers = page.getByRole("switch", { name: "Let readers answer to anna@example.org" });
  server.fail(audienceCampaignRoutes.saveReplies, { status: 409, error: "Confirm your own email first." });
  await answers.click();
  await expectText("Confirm your own email first.");
  await expect.element(answers).not.toBeChecked();
  const saved = server.respond(audienceCampaignRoutes.saveReplies, {
    ...SENDING,
    reply_to: "anna@example.org",
    replies_to_account: true,
  });
  await answers.click();
  await expectText("Your name is shown as the sender. Answers go to anna@example.org.");
  expect(saved.map(({ body }) => body)).toEqual([{ toAccount: true }]);
});

test("keeps the composer accessible at every width", async () => {
  await openEmails();
  await expectAccessibleAtEveryWidth();
});

test.each([
  [{ blocked: "stopped" }, "An administrator has stopped your emails."],
  [{ blocked: "unverified" }, "Confirm your own email address to send emails."],
  [{ recipients: 0 }, "No one in your audience has confirmed yet."],
  [{ emails_left: 0 }, "You have sent as many emails as you can within 24 hours."],
  [{ recipients: 300 }, "Your audience has 300 people."],
] as const)("says why nothing can be sent: %o", async (sending, reason) => {
  await openEmails(sending);
  await expect.element(page.getByText(reason)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Send email" })).toBeDisabled();
});

test("says that the limits cannot be loaded and tries again", async () => {
  const { server } = await renderConsole("/dashboard/audience?view=emails", {
    server: (fake) => {
      respondToEmails(fake);
      fake.fail(audienceCampaignRoutes.sending, { status: 500, error: "" });
    },
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Couldn't load what you can send.");
  server.respond(audienceCampaignRoutes.sending, SENDING);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("button", { name: "Send email" })).toBeEnabled();
});

const aLetter = (overrides: Partial<Letter> = {}): Letter => ({
  id: 7,
  subject: "Two new glazes",
  body: "Both are food safe.",
  cta_label: "",
  cta_url: "",
  image_url: null,
  image_alt: "",
  send_at: null,
  problem: null,
  created_at: "2026-11-20T10:00:00.000Z",
  updated_at: "2026-11-20T10:00:00.000Z",
  ...overrides,
});

/** Stores drafts like the server. */
function serveLetters(server: FakeServer, given: Letter[]) {
  let letters = given;
  const put = (letter: Letter) => {
    letters = [letter, ...letters.filter(({ id }) => id !== letter.id)];
    return { letter };
  };
  server.respond(letterRoutes.list, () => ({ letters }));
  server.respond(letterRoutes.read, ({ params }) => ({
    letter: letters.find(({ id }) => id === Number(params.id)) ?? aLetter(),
  }));
  const created = server.respond(letterRoutes.create, (sent) => {
    const { subject = "", body = "" } = LetterInput.parse(sent.body);
    return put(aLetter({ subject, body }));
  });
  const changed = server.respond(letterRoutes.update, ({ params, body }) => {
    const before = letters.find(({ id }) => id === Number(params.id)) ?? aLetter();
    const { subject = before.subject, body: text = before.body, sendAt } = LetterInput.parse(body);
    const send_at = sendAt === undefined ? before.send_at : sendAt && "2027-06-01T07:00:00.000Z";
    return put({ ...before, subject, body: text, send_at });
  });
  return { created, changed };
}

test("saves an incomplete draft, schedules it in the creator's time zone, cancels the schedule and asks before discarding changes", async () => {
  const { server } = await openEmails();
  const { created, changed } = serveLetters(server, [aLetter({ id: 9, subject: "Another one" })]);
  await field("Subject").fill("Two");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect.element(page.getByText("Draft saved.")).toBeVisible();
  expect(created[0]?.body).toMatchObject({ subject: "Two", body: "" });
  await expect.element(page.getByText("In the editor")).toBeVisible();
  await field("Subject").fill("Two new glazes");
  await field("Body").fill("Both are food safe.");
  await page.getByRole("button", { name: "Edit Another one" }).click();
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(field("Subject")).toHaveValue("Two new glazes");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "When is it sent?" });
  await expect.element(dialog).toHaveTextContent("Local time in Europe/Berlin");
  await expectAccessibleAtEveryWidth();
  await dialog.getByLabelText("Time", { exact: true }).fill("2027-06-01T09:00");
  await dialog.getByRole("button", { name: "Schedule email" }).click();
  await expect.element(page.getByText("Scheduled for 1 Jun 2027, 09:00 (Europe/Berlin).")).toBeVisible();
  expect(changed[0]?.body).toMatchObject({ subject: "Two new glazes", sendAt: "2027-06-01T09:00" });
  await expectAccessibleAtEveryWidth();
  await page.getByRole("button", { name: "Cancel schedule" }).click();
  await expect.element(page.getByRole("button", { name: "Save draft" })).toBeVisible();
  await page.getByRole("button", { name: "Edit Another one" }).click();
  await expect.element(field("Subject")).toHaveValue("Another one");
  await expect.element(page.getByRole("heading", { name: "Edit your email" })).toHaveFocus();
});

test("keeps text typed during a save, and saves it to the same draft", async () => {
  const { server } = await openEmails();
  const { changed } = serveLetters(server, []);
  const response = Promise.withResolvers<void>();
  const created = server.respond(letterRoutes.create, async () => {
    await response.promise;
    return { letter: aLetter({ subject: "Two news", body: "" }) };
  });
  await field("Subject").fill("Two news");
  await page.getByRole("button", { name: "Save draft" }).click();
  await field("Body").fill("Both are food safe.");
  await page.getByRole("button", { name: "Schedule", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "When is it sent?" });
  await dialog.getByLabelText("Time", { exact: true }).fill("2027-06-01T09:00");
  await dialog.getByRole("button", { name: "Schedule email" }).click();
  response.resolve();
  await expect
    .poll(() => changed.map(({ body }) => body))
    .toMatchObject([{ subject: "Two news", body: "Both are food safe.", sendAt: "2027-06-01T09:00" }]);
  await expect.element(field("Body")).toHaveValue("Both are food safe.");
  expect(created).toHaveLength(1);
});

test("asks a second time before repeating an email that was sent shortly before", async () => {
  const { server } = await openEmails();
  server.fail(audienceCampaignRoutes.send, {
    status: 409,
    code: "marketing.sent_already",
    error: "This email was sent to the same recipients within the last 24 hours. Send it again?",
  });
  await field("Subject").fill("Two new glazes");
  await field("Body").fill("Both are food safe.");
  await page.getByRole("button", { name: "Send email" }).click();
  await page.getByRole("button", { name: "Send to 40 people" }).click();
  const dialog = page.getByRole("dialog", { name: "Send this email again?" });
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("within the last 24 hours");
  const sent = server.respond(audienceCampaignRoutes.send, { queued: 40 });
  await dialog.getByRole("button", { name: "Send again to 40 people" }).click();
  await expect.element(page.getByText("Email sent to 40 people.")).toBeVisible();
  expect(sent[0]?.body).toMatchObject({ subject: "Two new glazes", again: true });
});

/** Opens the emails with one sent email, and returns the requests to publish it. */
async function openSent(figures: Partial<CreatorCampaign>) {
  const email: CreatorCampaign = {
    ...{ id: 3, subject: "Two new glazes", created_at: "2026-11-20T10:00:00.000Z", total: 40, queued: 0 },
    ...{ sent: 38, failed: 1, skipped: 1, unsubscribed: 2, clicks: 12 },
    ...{ url: "http://localhost/@vera/letters/KEY", published: false, problem: null },
    ...figures,
  };
  const content = { body: "", cta_label: null, cta_url: null, image_url: null, image_alt: "" };
  const links = email.clicks > 0 ? [{ url: "https://shop.example/", clicks: email.clicks }] : [];
  const { server } = await openEmails({}, [email]);
  server.respond(audienceCampaignRoutes.campaign, { campaign: { ...email, ...content, links } });
  return server.respond(audienceCampaignRoutes.publish, { campaign: email });
}

test("explains the numbers of an email and publishes its page", async () => {
  const published = await openSent({});
  await page.getByRole("button", { name: "Figures of Two new glazes" }).click();
  const dialog = page.getByRole("dialog", { name: "Two new glazes" });
  await expect.element(dialog).toHaveTextContent("Refused1");
  await expect.element(dialog).toHaveTextContent("it is not known who clicked");
  await expectAccessibleAtEveryWidth();
  await dialog.getByRole("switch", { name: "Published" }).click();
  await expect.poll(() => published[0]?.body).toEqual({ published: true });
});

test("says in the list and in the numbers why an email reached nobody", async () => {
  const nothing = { sent: 0, failed: 40, skipped: 0, unsubscribed: 0, clicks: 0 };
  await openSent({ ...nothing, problem: "550 5.7.1 the sender is blocked" });
  await expect.element(page.getByText("550 5.7.1 the sender is blocked")).toBeVisible();
  await page.getByRole("button", { name: "Figures of Two new glazes" }).click();
  await expect
    .element(page.getByRole("dialog", { name: "Two new glazes" }))
    .toHaveTextContent("This email did not reach your audience. 550 5.7.1 the sender is blocked");
  await expectAccessibleAtEveryWidth();
});
