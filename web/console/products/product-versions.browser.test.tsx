import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type ProductVersions, versionNoticeRoutes } from "../../../contract/api/version-notices.ts";
import { aProduct } from "../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderShop } from "../../testing/shop.ts";

const files = [{ id: 1, path: "path-1", name: "one.mp3", size: 2048 }];
const created_at = "2026-11-20T10:00:00.000Z";
const version = { number: 3, note: "Louder.", created_at, announced_at: null, told: 0, holders: 12 };
const older = { number: 2, note: null, created_at, announced_at: created_at, told: 7, holders: 0 };
const button = (name: string) => page.getByRole("button", { name, exact: true });

const open = (given: ProductVersions) =>
  renderShop(
    "/dashboard/products/1",
    { products: [aProduct({ files })] },
    { server: (server) => void server.respond(versionNoticeRoutes.list, given) },
  );

test("tells buyers of the newest version after a question, and shows how many were told", async () => {
  const { server } = await open({ versions: [version, older], possible_at: null });
  await expect.element(page.getByText("Told 7 of 7 buyers")).toBeVisible();
  await expect.element(page.getByText("Louder.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await button("Tell 12 buyers").click();
  const dialog = page.getByRole("dialog", { name: "Tell buyers of version 3?" });
  server.fail(versionNoticeRoutes.announce, { status: 409, error: "Your emails are stopped." });
  await dialog.getByRole("button", { name: "Tell 12 buyers" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Your emails are stopped.");
  const told = { ...version, announced_at: created_at, told: 12, holders: 0 };
  const state = { versions: [told, older], possible_at: "2026-11-21T10:00:00.000Z" };
  server.respond(versionNoticeRoutes.list, state);
  const announced = server.respondWith(versionNoticeRoutes.announce, 202, state);
  await dialog.getByRole("button", { name: "Tell 12 buyers" }).click();
  await expect.element(page.getByText("Told 12 of 12 buyers")).toBeVisible();
  expect(announced).toMatchObject([{ params: { id: "1", number: "3" } }]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("says when buyers can be told again", async () => {
  await open({ versions: [version], possible_at: "2026-11-21T10:00:00.000Z" });
  await expect.element(page.getByText(/You can tell buyers again from/)).toBeVisible();
  await expect.element(button("Tell 12 buyers")).not.toBeInTheDocument();
});
