import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountSecurityRoutes as routes } from "../../contract/api/account-security.ts";
import { expectAccessibleAtEveryWidth } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";

test("confirms a new email by a button, not by opening the link", async () => {
  const { server } = await renderConsole("/auth/email?token=abc");
  await expect.element(page.getByRole("button", { name: "Use this email" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
  const sent = server.respond(routes.confirmEmail, undefined);
  await page.getByRole("button", { name: "Use this email" }).click();
  await expect.element(page.getByRole("heading", { name: "Your email is changed" })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ token: "abc" }]);
});

test("leads a signed-out user to signing in before confirming a new email, and back", async () => {
  const { router } = await renderConsole("/auth/email?token=abc", { creator: null });
  await expect.poll(() => router.state.location.pathname).toBe("/auth");
  expect(new URLSearchParams(router.state.location.search).get("redirect")).toBe("/auth/email?token=abc");
});

const undo = page.getByRole("button", { name: "Take my account back" });

test("undoes a change without a session, also after a failed attempt", async () => {
  const { server } = await renderConsole("/auth/email/undo?token=abc", {
    creator: null,
    server: (server) => server.fail(routes.undoEmail, { status: 503, error: "Please try again." }),
  });
  await undo.click();
  await expect.element(page.getByText("Please try again.")).toBeVisible();
  server.respond(routes.undoEmail, undefined);
  await undo.click();
  await expect.element(page.getByText("It has its former email.", { exact: false })).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("link", { name: "Go to login" })).toHaveFocus();
});

test("says that a link no longer works and offers no button", async () => {
  await renderConsole("/auth/email/undo?token=abc", {
    creator: null,
    server: (server) => server.fail(routes.undoEmail, { status: 400, error: "This link no longer works." }),
  });
  await undo.click();
  await expect.element(page.getByText("This link no longer works.")).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("link", { name: "Go to login" })).toHaveFocus();
  await expectAccessibleAtEveryWidth();
});

test("explains how to open an incomplete link", async () => {
  await renderConsole("/auth/email/undo", { creator: null });
  await expect
    .element(page.getByText("Open this page with the link from the email", { exact: false }))
    .toBeVisible();
});
