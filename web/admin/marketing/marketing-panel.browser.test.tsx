import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { marketingRoutes } from "../../../contract/api/marketing.ts";
import { marketingTemplates } from "../../../contract/api/marketing-templates.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCampaign, aPage, aRecipient } from "../../testing/admin-entities.ts";
import { expectText } from "../../testing/expectations.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderAdmin } from "../../testing/render-console.tsx";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const sendButton = () => page.getByRole("button", { name: "Send email" });
const frame = () => page.getByTitle("Preview of the email").element() as HTMLIFrameElement;

const emailOf = (body: string) => ({
  subject: "",
  html: `<!doctype html><html><body><p>${body}</p><div style="height:3000px">Long</div></body></html>`,
  text: "",
});

async function openComposer(server?: (server: FakeServer) => void) {
  const rendered = await renderAdmin("/admin/users?tab=marketing", (fake) => {
    fake.respond(marketingRoutes.campaigns, { campaigns: [], ...aPage(0) });
    fake.respond(marketingRoutes.preview, ({ body }) => emailOf((body as { body: string }).body));
    server?.(fake);
  });
  await expect.element(page.getByTitle("Preview of the email")).toBeVisible();
  return rendered;
}

async function fillEmail() {
  await field("Recipients").fill("nora@example.org");
  await field("Subject").fill("Kept subject");
  await field("Body").fill("A body of the user's own.");
}

test("says from the start why an email cannot be sent", async () => {
  await openComposer();
  await expect.element(sendButton()).toBeDisabled();
  await expect.element(sendButton()).toHaveAccessibleDescription("To send, check Recipients.");
  await expectText("No marketing emails sent yet.");
  await expectAccessibleAndFits();
  await fillEmail();
  await expect.element(sendButton()).toBeEnabled();
  await field("CTA label").fill("Join");
  await expect.element(sendButton()).toHaveAccessibleDescription("To send, check CTA label and link.");
  await field("CTA link").fill("https://shop.example/");
  await expect.element(sendButton()).toBeEnabled();
});

test("names unfinished lines of a template, which do not prevent sending", async () => {
  await openComposer();
  await field("Recipients").fill("nora@example.org");
  await expectText("Lines of the template are still empty: “What changes:” and “From when:”.");
  await expect.element(sendButton()).toBeEnabled();
  await field("Body").fill("We have news for you.\n\nWhat changes: the price.");
  await expect.element(page.getByText(/Lines of the template/)).not.toBeInTheDocument();
});

test("shows errors when a field is left; both CTA fields share one", async () => {
  await openComposer();
  await field("Subject").fill("ab");
  await field("Body").fill("short");
  await field("Recipients").fill("nobody");
  await field("CTA link").fill("https://shop.example/");
  await field("Template").click();
  for (const message of [
    "Subject must be at least 3 characters.",
    "Body must be at least 10 characters.",
    "Enter a valid email address.",
    "Add both fields for the CTA button or clear them to hide it",
  ])
    await expectText(message);
  await field("CTA link").fill("");
  await expect.element(page.getByText(/^Add both fields/)).not.toBeInTheDocument();
  await expectAccessible();
});

test("replaces a template's own texts, keeps the user's and clears the CTA fields", async () => {
  await openComposer();
  await field("CTA label").fill("Read");
  await field("Template").selectOptions("newsletter");
  await expect.element(field("Subject")).toHaveValue("This month in short");
  await expect.element(field("CTA label")).toHaveValue("");
  await field("Subject").fill("My own subject");
  await field("Body").fill("");
  await field("Template").selectOptions("event-invite");
  await expect.element(field("Subject")).toHaveValue("My own subject");
  await expect.element(field("Body")).toHaveValue(marketingTemplates["event-invite"].placeholders.body);
});

test("locks the form with the reason during sending, and empties it afterwards", async () => {
  const { server } = await openComposer();
  let finish = () => {};
  const sent = server.respond(marketingRoutes.send, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { queued: 1 };
  });
  await fillEmail();
  await sendButton().dblClick();
  await expect.element(field("Body")).toBeDisabled();
  await expectText("The form is locked until the email is sent.");
  await expectAccessible();
  finish();
  await expectText("Marketing email sent.");
  await expect.element(field("Body")).toBeEnabled();
  await expect.element(field("Recipients")).toHaveValue("");
  await expect.element(page.getByRole("heading", { name: "Compose" })).toHaveFocus();
  expect(sent).toHaveLength(1);
});

test("loses nothing after a failure, and shows an error at its field", async () => {
  const { server } = await openComposer();
  server.disconnect(marketingRoutes.send);
  await fillEmail();
  await sendButton().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to send marketing email");
  await expect.element(field("Subject")).toHaveValue("Kept subject");
  await expect.element(field("Recipients")).toHaveValue("nora@example.org");
  server.reject(marketingRoutes.send, { subject: "Subject is taken." });
  await sendButton().click();
  await expectText("Subject is taken.");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(field("Subject")).toHaveFocus();
});

test("asks to confirm an email to an audience with the number of people", async () => {
  const { server } = await openComposer();
  const sent = server.respond(marketingRoutes.send, { queued: 0 });
  server.respond(marketingRoutes.audience, { count: 1 });
  await fillEmail();
  await field("Send to").selectOptions("free");
  await expect.element(field("Recipients")).not.toBeInTheDocument();
  await sendButton().click();
  const dialog = page.getByRole("dialog", { name: "Send to creators on the Free plan?" });
  await expect
    .element(dialog.getByRole("status"))
    .toHaveTextContent("Kept subject goes to 1 person: creators on the Free plan with a verified email.");
  await expectAccessible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(sent).toHaveLength(0);
  await sendButton().click();
  await dialog.getByRole("button", { name: "Send to 1 person" }).click();
  await expectText("No emails sent: all recipients have unsubscribed.");
  await expect.element(page.getByRole("heading", { name: "Compose" })).toHaveFocus();
  expect(sent.map(({ body }) => body)).toMatchObject([{ audience: "free", subject: "Kept subject" }]);
});

test("keeps the preview's scroll position while the email is written", async () => {
  await openComposer();
  await expect.poll(() => frame().contentDocument?.body.textContent).toContain("We have news for you.");
  frame().contentWindow?.scrollTo(0, 700);
  await field("Body").fill("Another text, much shorter.");
  await expect.poll(() => frame().contentDocument?.body.textContent).toContain("Another text");
  expect(frame().contentWindow?.scrollY).toBe(700);
  expect(frame().contentDocument?.compatMode).toBe("CSS1Compat");
});

test("runs nothing in the preview", async () => {
  await openComposer((server) =>
    server.respond(marketingRoutes.preview, ({ body }) => ({
      ...emailOf("x"),
      html: `<!doctype html><body><p>${(body as { subject: string }).subject}</p><script>parent.ran = 1</script><img src="data:," onerror="parent.ran = 1"></body>`,
    })),
  );
  await field("Subject").fill("Second");
  await expect.poll(() => frame().contentDocument?.body.textContent).toContain("Second");
  expect(frame().getAttribute("sandbox")).toBe("allow-same-origin");
  expect("ran" in window).toBe(false);
});

test("reports a failed preview and loads it again", async () => {
  const { server } = await renderAdmin("/admin/users?tab=marketing", (fake) => {
    fake.respond(marketingRoutes.campaigns, { campaigns: [], ...aPage(0) });
    fake.disconnect(marketingRoutes.preview);
  });
  const preview = page.getByRole("region", { name: "Preview" });
  await expect.element(preview.getByRole("alert")).toHaveTextContent("Couldn't load the preview.");
  await expect.element(preview.getByRole("status")).not.toBeInTheDocument();
  server.respond(marketingRoutes.preview, emailOf("Loaded"));
  await preview.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => frame().contentDocument?.body.textContent).toContain("Loaded");
});

test("lists the recipients of a sent email by page and state", async () => {
  const subject = "Many readers";
  const { server } = await openComposer((fake) =>
    fake.respond(marketingRoutes.campaigns, {
      campaigns: [aCampaign({ subject, total: 30, sent: 27, failed: 1, skipped: 2 })],
      ...aPage(1),
    }),
  );
  server.respond(marketingRoutes.campaign, ({ query }) => ({
    campaign: aCampaign({ subject, total: 30, sent: 27, failed: 1, skipped: 2 }),
    recipients:
      query.state === "queued"
        ? []
        : [aRecipient(), aRecipient({ id: 2, state: "failed", reason: "Mailbox full." })],
    ...aPage(query.state === "queued" ? 0 : 30, Number(query.page)),
  }));
  await expectText("27 of 30 sent, 1 failed, 2 skipped");
  await page.getByRole("button", { name: `Details of ${subject}` }).click();
  const dialog = page.getByRole("dialog", { name: subject });
  await expectText("Mailbox full.", dialog);
  await expectAccessibleAndFits();
  await dialog.getByRole("button", { name: "Next" }).click();
  await expectText("30 recipients, page 2 of 2", dialog);
  await expect.element(dialog.getByRole("heading", { name: "Recipients" })).toHaveFocus();
  await dialog.getByLabelText("Show").selectOptions("queued");
  await expectText("No recipients here.", dialog);
});

test("asks before it repeats an email that was sent shortly before", async () => {
  const { server } = await openComposer();
  server.fail(marketingRoutes.send, { status: 409, code: "marketing.sent_already", error: "Send it again?" });
  await fillEmail();
  await sendButton().click();
  const dialog = page.getByRole("dialog", { name: "Send this email again?" });
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Send it again?");
  const sent = server.respond(marketingRoutes.send, { queued: 1 });
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expectText("Marketing email sent.");
  expect(sent[0]?.body).toMatchObject({ subject: "Kept subject", again: true });
});
