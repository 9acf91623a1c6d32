import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountSecurityRoutes as routes } from "../../contract/api/account-security.ts";
import { expectAccessibleAtEveryWidth } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";

test("a new email is confirmed by a button, not by opening the link", async () => {
  const { server } = await renderConsole("/auth/email?token=abc");
  await expect.element(page.getByRole("button", { name: "Use this email" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
  const sent = server.respond(routes.confirmEmail, undefined);
  await page.getByRole("button", { name: "Use this email" }).click();
  await expect.element(page.getByRole("heading", { name: "Your email is changed" })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ token: "abc" }]);
});

test("a new email is confirmed signed in to its account: signed out, the link leads to signing in and back", async () => {
  const { router } = await renderConsole("/auth/email?token=abc", { creator: null });
  await expect.poll(() => router.state.location.pathname).toBe("/auth");
  expect(new URLSearchParams(router.state.location.search).get("redirect")).toBe("/auth/email?token=abc");
});

const undo = page.getByRole("button", { name: "Take my account back" });

test("a change is undone signed out, also after an attempt that failed", async () => {
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

test("a link that no longer works says so, and offers nothing that cannot succeed", async () => {
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

test("an incomplete link says what to do", async () => {
  await renderConsole("/auth/email/undo", { creator: null });
  await expect
    .element(page.getByText("Open this page with the link from the email", { exact: false }))
    .toBeVisible();
});
