import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { adminRoutes } from "../../../contract/api/admin.ts";
import { aPage } from "../../testing/admin-entities.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderAdmin } from "../../testing/render-console.tsx";

const entry = {
  id: 1,
  action: "user.plan_changed" as const,
  actor: { id: "0190b4a0-1", email: "vera@example.org" },
  subject: { id: "0190b4a0-2", email: null },
  before: { plan: "free" },
  after: { plan: "creator" },
  created_at: "2026-01-02T14:05:00.000Z",
};

test("lists admin, action and subject of each entry, by page", async () => {
  const { router } = await renderAdmin("/admin/users?tab=audit", (server) =>
    server.respond(adminRoutes.audit, ({ query }) => ({
      entries: [entry],
      ...aPage(26, Number(query.page)),
    })),
  );
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "plan" }))
    .toHaveTextContent(
      "vera@example.org changed the plan of a deleted user (0190b4a0) · plan: free → creator2 Jan 2026, 14:05",
    );
  await expectAccessibleAndFits();
  await page.getByRole("button", { name: "Next" }).click();
  await expect.element(page.getByText("26 entries, page 2 of 2")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Audit log" })).toHaveFocus();
  expect(router.state.location.search).toBe("?tab=audit&page=2");
});

test("explains an empty log and a failure", async () => {
  const { server } = await renderAdmin("/admin/users?tab=audit", (fake) =>
    fake.fail(adminRoutes.audit, { status: 500, error: "Something went wrong." }),
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
  server.respond(adminRoutes.audit, { entries: [], ...aPage(0) });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("No activity yet.")).toBeVisible();
});
