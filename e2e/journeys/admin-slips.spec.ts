import type { Page } from "@playwright/test";
import { act, rowOf, test } from "../support/admin.ts";
import { grantAdmin } from "../support/database.ts";
import { expect } from "../support/journey.ts";

const question = (page: Page) => page.getByRole("dialog");
/** What a page sends to change something. */
const watchWrites = (page: Page) => {
  const writes: string[] = [];
  page.on("request", (request) => {
    if (
      request.url().includes("/api/admin/") &&
      request.method() !== "GET" &&
      !request.url().endsWith("/preview")
    )
      writes.push(request.method());
  });
  return writes;
};

test("a double click, or a key held down, does once what a click does", async ({ page, admin, signUp }) => {
  const person = await signUp("Dora Doppelt");
  const { email, handle } = person.person;
  const title = `Twice ${handle}`;
  await person.sendFeedback({ category: "bug", title, message: "Once is enough.", page: "/dashboard" });
  await page.goto(`/admin/users?search=${handle}`);
  const writes = watchWrites(page);

  await test.step("a dialog that it opens stays open", async () => {
    await page.getByRole("button", { name: "Create user" }).dblclick();
    await expect(question(page)).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("one reset mail goes out", async () => {
    await act(page, email, "Send password reset");
    await question(page).getByRole("button", { name: "Send reset email" }).dblclick();
    await expect(page.getByText("Password reset email sent.")).toHaveCount(1);
    await expect(question(page)).toHaveCount(0);
    expect(writes.splice(0)).toEqual(["POST"]);
  });

  await test.step("resolved feedback is not opened again", async () => {
    const item = page.getByRole("listitem").filter({ hasText: title });
    await item.getByRole("button", { name: /^Mark resolved/ }).dblclick();
    await expect(item.getByRole("button", { name: /^Re-open/ })).toBeVisible();
    expect(writes.splice(0)).toEqual(["PATCH"]);
  });

  await test.step("nor is it resolved again by a key that is held down", async () => {
    const item = page.getByRole("listitem").filter({ hasText: title });
    await item.getByRole("button", { name: /^Re-open/ }).focus();
    for (let times = 0; times < 3; times++) {
      await page.keyboard.down("Enter");
      await expect(item.getByRole("button", { name: /^Mark resolved/ })).toBeVisible();
    }
    await page.keyboard.up("Enter");
    expect(writes.splice(0)).toEqual(["PATCH"]);
  });

  await test.step("one email is sent, and the focus is not lost with its button", async () => {
    await page.getByRole("tab", { name: "Marketing" }).click();
    await page.getByLabel("Recipients").fill(admin.person.email);
    await page.getByRole("button", { name: "Send email" }).dblclick();
    await expect(page.getByText("Marketing email sent.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Compose" })).toBeFocused();
    expect(writes.splice(0)).toEqual(["POST"]);
  });
});

test("a click beside a half-written invitation costs nothing", async ({ page, admin }) => {
  await page.goto(`/admin/users?search=${admin.person.handle}`);
  await page.getByRole("button", { name: "Create user" }).click();
  await page.getByLabel("Display name").fill("Nora Neu");
  await page.mouse.click(5, 300);
  await expect(page.getByLabel("Display name")).toHaveValue("Nora Neu");
});

test("a person whom another admin deletes meanwhile is said to be gone", async ({
  page,
  admin,
  guard,
  signUp,
  openVisitor,
}) => {
  expect(admin.page).toBeTruthy();
  guard.allow(/status of 404 .*\/api\/admin\/users\//);
  const [other, person] = [await signUp("Anton Admin"), await signUp("Gerda Gone")];
  const { email, handle } = person.person;
  await grantAdmin(other.person.email);
  const visitor = await openVisitor();
  await other.signIn(visitor.context());
  await page.goto(`/admin/users?search=${handle}`);
  await act(page, email, "Change plan to Creator");
  await visitor.goto(`/admin/users?search=${handle}`);
  await act(visitor, email, "Delete user");
  await question(visitor).getByRole("button", { name: "Delete user" }).click();
  await expect(visitor.getByText("No users found.")).toBeVisible();

  await question(page).getByRole("button", { name: "Change to Creator" }).click();
  await expect(question(page).getByRole("alert")).toHaveText("User not found.");
  await expect(page.getByText("No users found.")).toBeVisible();
  await page.keyboard.press("Escape");
  // The row that the question came from is gone.
  await expect(page.getByRole("heading", { name: "Users" })).toBeFocused();
});

test("while the server is away, what was there stays in sight and nothing is claimed", async ({
  page,
  admin,
  guard,
}) => {
  guard.allow(/net::ERR_CONNECTION_REFUSED/);
  const { email, handle } = admin.person;
  await page.goto(`/admin/users?search=${handle}`);
  await act(page, email, "Send password reset");
  await page.route("**/api/**", (route) => route.abort("connectionrefused"));
  await question(page).getByRole("button", { name: "Send reset email" }).click();
  await expect(question(page).getByRole("alert")).toHaveText("Failed to send reset email");
  await expect(page.getByText("Failed to load users")).toBeAttached();
  await page.keyboard.press("Escape");
  await expect(rowOf(page, email).getByRole("button", { name: /^Actions for/ })).toBeFocused();
  await page.unroute("**/api/**");
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(page.getByText("Failed to load users")).toHaveCount(0);
});

test("turning the pages of a mail's recipients begins at their top", async ({ page, admin }) => {
  const subject = `Many ${admin.person.handle}`;
  const to = Array.from({ length: 30 }, (_, index) => `${index}-${admin.person.email}`);
  await admin.sendMarketing({ to, subject, body: "Long enough to be sent.", template: "newsletter" });
  await page.goto("/admin/users?tab=marketing");
  await page.getByRole("button", { name: `Details of ${subject}` }).click();
  await question(page).getByRole("button", { name: "Next" }).click();
  await expect(question(page).getByText("Page 2 of 2")).toBeAttached();
  // The button is off on the last page: the focus goes to the figures above the list.
  await expect(question(page).getByText(/of 30 sent/)).toBeFocused();
});
