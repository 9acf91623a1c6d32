import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { analyticsRoutes } from "../../contract/api/analytics.ts";
import { creatorRoutes } from "../../contract/api/creators.ts";
import { preparedAccountRoutes } from "../../contract/api/prepared-account.ts";
import { aCreator, noAnalytics } from "../testing/console-entities.ts";
import { expectText } from "../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";
import { serveShop } from "../testing/shop.ts";

const RECLAIMED = aCreator({ reclaimed_at: "2026-02-01T09:00:00.000Z" });
const open = (path = "/auth/prepared-account") =>
  renderConsole(path, {
    creator: RECLAIMED,
    server: (server) =>
      server.respond(preparedAccountRoutes.show, {
        prepared: {
          handle: "taken-by-mallory",
          display_name: "x".repeat(100),
          created_at: "2026-01-01T09:00:00.000Z",
          tiles: 3,
          products: 1,
          files: 0,
          audience: 2,
        },
      }),
  });
const heading = page.getByRole("heading", { name: "An account existed already" });

test("leads from the dashboard to the choice and lists the account's contents", async () => {
  await open("/dashboard/settings/data");
  await expect.element(heading).toBeVisible();
  await expect.element(page.getByText("@taken-by-mallory", { exact: false })).toBeVisible();
  await expectText("3 tiles, 1 product, 0 files and pictures, 2 emails in the audience");
  await expectAccessibleAtEveryWidth();
});

test("keeps the date inside its frame on a narrow phone", async () => {
  await open();
  await expect.element(heading).toBeVisible();
  await page.viewport(320, 740);
  const list = await vi.waitUntil(() => document.querySelector("dl"));
  const date = list.querySelector("time");
  expect(date?.getBoundingClientRect().right).toBeLessThanOrEqual(list.getBoundingClientRect().right);
  await page.viewport(1280, 860);
});

test("takes the account over by keyboard and opens the dashboard", async () => {
  const { server, router } = await open();
  const kept = server.respond(preparedAccountRoutes.keep, undefined);
  await expect.element(page.getByRole("button", { name: "Take it over" })).toBeVisible();
  server.respond(creatorRoutes.me, { creator: aCreator() });
  serveShop(server, {});
  server.respond(analyticsRoutes.summary, noAnalytics());
  (await page.getByRole("button", { name: "Take it over" }).findElement()).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => kept.length).toBe(1);
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
});

test("asks before deleting the account and shows a refusal in the question", async () => {
  const { server } = await open();
  const asked = server.fail(preparedAccountRoutes.delete, {
    status: 409,
    error: "There must be at least one admin.",
  });
  await page.getByRole("button", { name: "Delete it…" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("now and for good", { exact: false })).toBeVisible();
  expect(asked).toHaveLength(0);
  await expectAccessibleAtEveryWidth();
  await dialog.getByRole("button", { name: "Delete it", exact: true }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("There must be at least one admin.");
});
