import type { FrameLocator, Page } from "@playwright/test";
import { expectAccessibleAndFits } from "../support/accessibility.ts";
import { test } from "../support/admin.ts";
import { expect, logIn } from "../support/fixtures.ts";

const previewOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Preview of the email"]');
const sendButton = (page: Page) => page.getByRole("button", { name: "Send email" });

test("an email is previewed with markup as text, sent, and unsubscribed from without scripts", async ({
  page,
  admin,
  openVisitor,
}) => {
  await page.goto("/admin/users?tab=marketing");
  const [subject, body] = [page.getByLabel("Subject"), page.getByLabel("Body")];
  await page.getByLabel("Template").selectOption("event-invite");
  await page.getByLabel("CTA label").fill("Join");
  await page.getByLabel("CTA link").fill("https://shop.example/");
  await body.fill("مرحبا بكم");
  await expect(body).toHaveCSS("direction", "rtl");
  await expect(previewOf(page).getByText("مرحبا بكم")).toHaveCSS("direction", "rtl");
  await body.fill(`<script>alert(1)</script> & {{x}}\n\nSecond paragraph`);
  const preview = previewOf(page);
  await expect(preview.getByText("<script>alert(1)</script> & {{x}}")).toBeVisible();
  await expect(preview.getByText("Second paragraph")).toBeVisible();
  await expect(preview.getByRole("link", { name: "Join" })).toHaveAttribute("href", "https://shop.example/");
  await expect(preview.getByRole("heading", { name: "You are invited" })).toBeVisible();
  await expect(page.locator("iframe")).toHaveAttribute("sandbox", "allow-same-origin");
  await expect(preview.locator("script, img, iframe, [onerror]")).toHaveCount(0);

  const title = `News ${admin.user.handle}`;
  await subject.fill(title);
  await page.getByLabel("Recipients").fill(`${admin.user.email}, second-${admin.user.email}`);
  await sendButton(page).click();
  await expect(page.getByText("Marketing email sent.")).toBeVisible();

  const href = await preview.getByRole("link", { name: "Unsubscribe" }).getAttribute("href");
  const visitor = await openVisitor({ javaScriptEnabled: false });
  await visitor.goto(href ?? "");
  await expect(visitor.getByRole("heading", { name: "Unsubscribe from emails?" })).toBeVisible();
  const scripted = await openVisitor();
  await scripted.goto(href ?? "");
  await expectAccessibleAndFits(scripted, "unsubscribe");
  // A user who unsubscribes before the email is sent does not receive it.
  await expect(page.getByRole("listitem").filter({ hasText: title })).toContainText("2 of 2 sent");
  await visitor.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(visitor.getByRole("heading", { name: "You are unsubscribed." })).toBeVisible();
  await page.getByLabel("Recipients").fill(admin.user.email);
  await body.fill("A body of the user's own.");
  await sendButton(page).click();
  await expect(page.getByText("No emails sent: all recipients have unsubscribed.")).toBeVisible();
});

test("an unsent email survives another tab and the end of the session, and is only left after a question", async ({
  page,
  context,
  admin,
  guard,
}) => {
  guard.allow(/status of 401 .*\/api\//);
  const { email } = admin.user;
  const subject = page.getByLabel("Subject");
  await page.goto("/admin/users?tab=marketing");
  await page.getByLabel("Recipients").fill(email);
  await page.getByLabel("Body").fill("A body of the user's own.");
  await subject.fill("Weeks of work");
  await page.getByRole("tab", { name: "User management" }).click();
  await expect(subject).toBeHidden();
  await page.getByRole("tab", { name: "Marketing" }).click();
  await expect(subject).toHaveValue("Weeks of work");

  const browserQuestions: string[] = [];
  page.on("dialog", (dialog) => browserQuestions.push(dialog.type()));
  await page.getByRole("link", { name: "Settings" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  // Waits for the preview, so that sending is the first request without a session.
  await expect(previewOf(page).getByText("A body of the user's own.")).toBeVisible();
  await context.clearCookies();
  await sendButton(page).click();
  await expect(page).toHaveURL(/\/auth\?redirect=/);
  await logIn(page, admin.user);
  await expect(page.getByText("We kept your unsaved changes.")).toBeVisible();
  await expect(subject).toHaveValue("Weeks of work");
  await sendButton(page).click();
  await expect(page.getByText("Marketing email sent.")).toBeVisible();
  expect(browserQuestions).toEqual([]);
});
