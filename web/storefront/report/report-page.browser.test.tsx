import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { expectLink } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderPage } from "../../testing/render-page.tsx";

const entries = { url: "/@ada", reason: "", message: "<b>x</b>", name: "", email: "", goodFaith: "" };

test("shows errors at their fields, and keeps typed text", async () => {
  renderPage({
    page: "report",
    isSent: false,
    form: { entries, problems: { reason: "Choose a reason.", goodFaith: "Confirm it." }, problem: null },
  });
  await expect
    .element(page.getByRole("combobox", { name: "Reason" }))
    .toHaveAccessibleDescription("Choose a reason.");
  await expect.element(page.getByRole("combobox", { name: "Reason" })).toHaveAttribute("autofocus");
  await expect.element(page.getByRole("checkbox")).toHaveAccessibleDescription("Confirm it.");
  await expect.element(page.getByRole("textbox", { name: "What is wrong" })).toHaveValue("<b>x</b>");
  expect(document.querySelector("form")?.getAttribute("action")).toBe("/report");
  await expectAccessible();
  await page.viewport(360, 740);
  await expectAccessible();
});

test.each(["law", "rules"] as const)(
  "leads buyers of a page suspended because of %s to their orders",
  async (ground) => {
    renderPage({ page: "creator-suspended", ground });
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(/This page/);
    await expectLink("Find your order", "/withdraw");
    await expectAccessibleAtEveryWidth();
  },
);
