import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { adminRoutes } from "../../../contract/api/admin.ts";
import { aPage } from "../../testing/admin-entities.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderAdmin } from "../../testing/render-console.tsx";

const job = {
  id: "0190b4a0-0000-7000-8000-000000000001",
  name: "mail.send",
  error: "550 5.1.1 <[email]>: user unknown",
  attempts: 3,
  queued_at: "2026-01-02T14:00:00.000Z",
  failed_at: "2026-01-02T14:05:00.000Z",
};

test("shows the error of a failed job, and runs it again by Retry", async () => {
  const { server } = await renderAdmin("/admin/users?tab=jobs", (fake) =>
    fake.respond(adminRoutes.deadJobs, { jobs: [job], ...aPage(1) }),
  );
  const row = page.getByRole("listitem").filter({ hasText: "mail.send" });
  await expect
    .element(row)
    .toHaveTextContent(
      "mail.send550 5.1.1 <[email]>: user unknownFailed 2 Jan 2026, 14:05 UTC · 3 attemptsRetry",
    );
  await expectAccessibleAndFits();
  server.respond(adminRoutes.retryDeadJob, undefined);
  server.respond(adminRoutes.deadJobs, { jobs: [], ...aPage(0) });
  await page.getByRole("button", { name: "Retry mail.send" }).click();
  await expect.element(page.getByText("The job runs again.")).toBeVisible();
  await expect.element(page.getByText("No failed jobs.")).toBeVisible();
});
