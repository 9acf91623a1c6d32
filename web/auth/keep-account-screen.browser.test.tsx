import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { accountDeletionRoutes } from "../../contract/api/account-deletion.ts";
import { expectAccessibleAtEveryWidth } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";

const keep = page.getByRole("button", { name: "Keep my account" });

test("asks first, then keeps the account by the emailed link", async () => {
  const { server } = await renderConsole("/auth/keep-account?token=abc", { creator: null });
  const kept = server.respond(accountDeletionRoutes.keepByLink, undefined);
  await expect.element(keep).toBeVisible();
  expect(kept).toEqual([]);
  await expectAccessibleAtEveryWidth();
  await keep.click();
  await expect.element(page.getByRole("heading", { name: "Your account stays" })).toBeVisible();
  expect(kept.map(({ body }) => body)).toEqual([{ token: "abc" }]);
  await expect.element(page.getByRole("link", { name: "Choose a new password" })).toBeVisible();
});

test("says that a link no longer works", async () => {
  const { server } = await renderConsole("/auth/keep-account?token=abc", { creator: null });
  server.fail(accountDeletionRoutes.keepByLink, {
    status: 400,
    error: "This link no longer works: the account is deleted, or stays.",
  });
  await keep.click();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("This link no longer works: the account is deleted, or stays.");
});

test("says after the request how to undo the deletion", async () => {
  await renderConsole("/auth/keep-account", { creator: null });
  await expect.element(page.getByRole("heading", { name: "Your account will be deleted" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});
