import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type AccountDeletion, accountDeletionRoutes } from "../../../../contract/api/account-deletion.ts";
import { accountSecurityRoutes } from "../../../../contract/api/account-security.ts";
import { type Creator, creatorRoutes } from "../../../../contract/api/creators.ts";
import { aCreator } from "../../../testing/console-entities.ts";
import type { FakeServer } from "../../../testing/fake-server.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { NO_DELETION, renderAccountData } from "../../../testing/render-account.tsx";

const section = page.getByRole("region", { name: "Delete account" });
const dialog = page.getByRole("dialog");

const open = (
  deletion: Partial<AccountDeletion> = {},
  define: (server: FakeServer) => void = () => {},
  creator: Partial<Creator> = {},
) =>
  renderAccountData((server) => {
    server.respond(accountDeletionRoutes.deletion, { deletion: { ...NO_DELETION, ...deletion } });
    define(server);
  }, aCreator(creator));

test("lists what remains before the deletion and repeats its effects in the question", async () => {
  await open({ paid_orders: 12, has_subscription: true });
  await expect
    .element(section.getByText("12 paid orders, without your name", { exact: false }))
    .toBeVisible();
  await expect
    .element(section.getByText("Your subscription of the Creator plan ends", { exact: false }))
    .toBeVisible();
  await expectAccessibleAtEveryWidth();
  await section.getByRole("button", { name: "Delete account…" }).click();
  await expect.element(dialog.getByText("Your page goes offline now", { exact: false })).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("fits the longest handle on the narrowest phone", async () => {
  await open({}, () => {}, { handle: "w".repeat(32) });
  await expect.element(section.getByText("Nobody else can take", { exact: false })).toBeVisible();
  await page.viewport(320, 640);
  expect(document.documentElement.scrollWidth).toBe(320);
});

test("shows a refusal in the question and keeps it open", async () => {
  await open({}, (server) =>
    server.fail(accountDeletionRoutes.delete, { status: 409, error: "You are the only administrator." }),
  );
  await section.getByRole("button", { name: "Delete account…" }).click();
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("You are the only administrator.");
});

test("closes the dialog for a proof by Escape, keeps the question open and says why nothing was deleted", async () => {
  const error = "Confirm that it is you to continue.";
  await open({}, (server) => {
    server.fail(accountDeletionRoutes.delete, { status: 403, code: "account.confirm", error });
    server.respond(accountSecurityRoutes.confirmationWays, { ways: ["password"], confirmed: false });
  });
  await section.getByRole("button", { name: "Delete account…" }).click();
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it's you" });
  await expect.element(proof.getByLabelText("Password", { exact: true })).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(proof).not.toBeInTheDocument();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent(error);
  await expect.element(dialog.getByRole("button", { name: "Delete my account" })).toHaveFocus();
});

test("offers no deletion to the last administrator and says why", async () => {
  await open({ is_last_admin: true });
  await expect.element(section.getByText("You are the only administrator", { exact: false })).toBeVisible();
  await expect.element(section.getByRole("button")).not.toBeInTheDocument();
});

test("shows an error if the deletion's conditions cannot be loaded", async () => {
  await open({}, (server) => server.fail(accountDeletionRoutes.deletion, { status: 500, error: "Away." }));
  await expect.element(section.getByRole("alert")).toBeVisible();
});

test("shows the date on every page after a sign-in and keeps the account by one click", async () => {
  const end = "2098-01-15T09:00:00.000Z";
  const { server } = await open({ scheduled_for: end }, () => {}, { deletion_at: end });
  const notice = page.getByRole("status").filter({ hasText: "Your account will be deleted on" });
  await expect.element(notice).toHaveTextContent("15 Jan 2098");
  await expectAccessibleAtEveryWidth();
  server.respond(accountDeletionRoutes.keep, { deletion: NO_DELETION });
  server.respond(creatorRoutes.me, { creator: aCreator() });
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect.element(notice).not.toBeInTheDocument();
  await expect.element(section.getByRole("button", { name: "Delete account…" })).toBeVisible();
  await expect.element(page.getByRole("main")).toHaveFocus();
});
