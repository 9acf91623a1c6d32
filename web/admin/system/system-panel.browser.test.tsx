import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Finding, systemRoutes } from "../../../contract/api/system.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderAdmin } from "../../testing/render-console.tsx";

const database: Finding = {
  id: "database",
  name: "Database",
  verdict: "ok",
  seen: "PostgreSQL 18.1",
  advice: null,
};
const email = (given: Partial<Finding> = {}): Finding => ({
  id: "email",
  name: "Email",
  verdict: "fault",
  seen: "the mail server: connect ECONNREFUSED 192.0.2.1:587",
  advice: "Check SMTP_URL: host, port, user and password.",
  ...given,
});
const open = (findings: Finding[]) =>
  renderAdmin("/admin/users?tab=system", (fake) => fake.respond(systemRoutes.check, { findings }));

test("shows verdict, finding and advice of each check", async () => {
  await open([database, email()]);
  const rows = page.getByRole("listitem");
  await expect.element(rows.filter({ hasText: "PostgreSQL" })).toHaveTextContent("DatabaseOKPostgreSQL 18.1");
  await expect
    .element(rows.filter({ hasText: "SMTP_URL" }))
    .toHaveTextContent(
      "EmailFaultthe mail server: connect ECONNREFUSED 192.0.2.1:587Check SMTP_URL: host, port, user and password.",
    );
  // A screen reader in another language must pronounce them as English.
  await expect.element(page.getByText("PostgreSQL 18.1")).toHaveAttribute("lang", "en");
  await expectAccessibleAndFits();
});

test("sends a test email only on request, and shows its result", async () => {
  const { server } = await open([database, email()]);
  await expect.element(page.getByText("Check SMTP_URL")).toBeVisible();
  const seen = "the mail server accepted a test email: 250 OK";
  const requests = server.respond(systemRoutes.check, {
    findings: [database, email({ verdict: "ok", seen, advice: null })],
  });
  await page.getByRole("button", { name: "Check again" }).click();
  await expect.element(page.getByText(seen)).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{}]);
  await page.getByRole("button", { name: "Send me a test email" }).click();
  await expect.element(page.getByText("Test email sent.")).toBeVisible();
  expect(requests.map(({ body }) => body)).toEqual([{}, { sendsMail: true }]);
  server.respond(systemRoutes.check, { findings: [database, email()] });
  await page.getByRole("button", { name: "Send me a test email" }).click();
  await expect.element(page.getByText("The test email was not sent.")).toBeVisible();
});

test("offers to repeat checks that failed to run", async () => {
  const { server } = await renderAdmin("/admin/users?tab=system", (fake) =>
    fake.fail(systemRoutes.check, { status: 500, error: "Something went wrong." }),
  );
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
  server.respond(systemRoutes.check, { findings: [database] });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("PostgreSQL 18.1")).toBeVisible();
});
