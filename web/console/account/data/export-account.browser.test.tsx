import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type AccountExport, accountExportRoutes } from "../../../../contract/api/account-exports.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderAccountData } from "../../../testing/render-account.tsx";

const section = page.getByRole("region", { name: "Export" });
const WAITING: AccountExport = {
  id: "one",
  state: "waiting",
  created_at: "2026-01-01T09:00:00.000Z",
  size: null,
  expires_at: null,
};
const READY: AccountExport = {
  ...WAITING,
  state: "ready",
  size: 2_500_000,
  expires_at: "2098-01-04T09:00:00.000Z",
};

const open = (exports: AccountExport[]) =>
  renderAccountData((server) => server.respond(accountExportRoutes.exports, { exports }));

test("requests an archive and shows its progress", async () => {
  const { server } = await open([]);
  const asked = server.respond(accountExportRoutes.startExport, { export: WAITING });
  await expect.element(section.getByRole("button", { name: "Make an archive" })).toBeVisible();
  server.respond(accountExportRoutes.exports, { exports: [WAITING] });
  await section.getByRole("button", { name: "Make an archive" }).click();
  await expect.element(section.getByText("being made", { exact: false })).toBeVisible();
  expect(asked).toHaveLength(1);
  await expectAccessibleAtEveryWidth();
});

test("shows the size and expiry of a finished archive", async () => {
  await open([READY, { ...WAITING, id: "two", state: "failed", expires_at: "2098-01-04T09:00:00.000Z" }]);
  await expect.element(section.getByText("2.4 MB", { exact: false })).toBeVisible();
  await expect.element(section.getByText("Couldn't make the archive", { exact: false })).toBeVisible();
  await expect.element(section.getByRole("button", { name: "Download" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("shows why an export was refused", async () => {
  const { server } = await open([]);
  server.fail(accountExportRoutes.startExport, {
    status: 429,
    error: "You can make 3 archives within 24 hours.",
  });
  await section.getByRole("button", { name: "Make an archive" }).click();
  await expect.element(section.getByRole("alert")).toHaveTextContent("You can make 3 archives");
});
