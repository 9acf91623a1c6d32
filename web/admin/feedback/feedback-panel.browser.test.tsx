import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { adminRoutes } from "../../../contract/api/admin.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aFeedback, aPage } from "../../testing/admin-entities.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderAdmin } from "../../testing/render-console.tsx";

const heading = () => page.getByRole("heading", { name: "Feedback" });

async function openFeedback(query = "", feedback = aFeedback()) {
  const rendered = await renderAdmin(`/admin/users?tab=feedback${query}`, () => {});
  let current = feedback;
  const changes = rendered.server.respond(adminRoutes.updateFeedback, ({ body }) => {
    current = { ...current, ...(body as Pick<typeof current, "status">) };
    return { feedback: current };
  });
  rendered.server.respond(adminRoutes.feedback, ({ query: { status } }) => {
    const listed = status === undefined || status === current.status ? [current] : [];
    return { feedback: listed, ...aPage(listed.length) };
  });
  return { ...rendered, changes };
}

test("opens by its tab and says that there is no feedback", async () => {
  const { server, router } = await renderAdmin("/admin/users?search=anna", (fake) =>
    fake.respond(adminRoutes.users, { users: [], ...aPage(0) }),
  );
  server.respond(adminRoutes.feedback, { feedback: [], ...aPage(0) });
  await page.getByRole("tab", { name: "Feedback" }).click();
  await expect.element(page.getByText("No feedback submitted yet.")).toBeVisible();
  expect(router.state.location.search).toBe("?tab=feedback");
  await page.getByLabelText("Status").selectOptions("resolved");
  await expect.element(page.getByText("No resolved feedback.")).toBeVisible();
  expect(router.state.location.search).toBe("?tab=feedback&status=resolved");
  await expectAccessible();
});

test("shows author and page of a message, and fits a phone", async () => {
  const long = "A".repeat(120);
  await openFeedback(
    "",
    aFeedback({ title: null, message: `${long} <b>bold</b>`, handle: null, display_name: null }),
  );
  const item = page.getByRole("listitem").filter({ hasText: "<b>bold</b>" });
  await expect.element(item).toHaveTextContent("No page · frieda@example.org · on /dashboard");
  await expect
    .element(page.getByRole("button", { name: "Mark resolved: Feature from frieda@example.org" }))
    .toBeVisible();
  await expectAccessibleAndFits();
});

test("resolves a message once by a double click or a held key", async () => {
  const { changes } = await openFeedback();
  await page.getByRole("button", { name: "Mark resolved: Sort tiles" }).dblClick();
  const reopen = page.getByRole("button", { name: "Re-open: Sort tiles" });
  await expect.element(reopen).toBeVisible();
  expect(changes.map(({ body }) => body)).toEqual([{ status: "resolved" }]);
  (await reopen.findElement()).focus();
  await userEvent.keyboard("{Enter>3/}");
  await expect.element(page.getByRole("button", { name: "Mark resolved: Sort tiles" })).toBeVisible();
  expect(changes.map(({ body }) => body)).toEqual([{ status: "resolved" }, { status: "open" }]);
});

test("focuses the heading when a message leaves the filtered list", async () => {
  await openFeedback("&status=open");
  await page.getByRole("button", { name: "Mark resolved: Sort tiles" }).click();
  await expect.element(page.getByText("No open feedback.")).toBeVisible();
  await expect.element(heading()).toHaveFocus();
});

test("reports failures: reloads the list, and keeps a message's status", async () => {
  const { server } = await openFeedback();
  await expect.element(page.getByRole("button", { name: "Mark resolved: Sort tiles" })).toBeVisible();
  server.disconnect(adminRoutes.updateFeedback);
  await page.getByRole("button", { name: "Mark resolved: Sort tiles" }).click();
  await expect.element(page.getByText("Failed to update feedback")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Mark resolved: Sort tiles" })).toBeVisible();
  server.disconnect(adminRoutes.feedback);
  await page.getByLabelText("Status").selectOptions("resolved");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Failed to load feedback");
  server.respond(adminRoutes.feedback, { feedback: [], ...aPage(0) });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("No resolved feedback.")).toBeVisible();
});
