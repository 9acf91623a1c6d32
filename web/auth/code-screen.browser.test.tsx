import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountRoutes } from "../../contract/api/accounts.ts";
import { creatorRoutes } from "../../contract/api/creators.ts";
import { secondFactorRoutes } from "../../contract/api/second-factor.ts";
import { expectAccessible } from "../testing/accessibility.ts";
import { aCreator } from "../testing/console-entities.ts";
import { respondToDashboard } from "../testing/dashboard.ts";
import { expectAccessibleAndFits } from "../testing/phone.ts";
import { renderConsole } from "../testing/render-console.tsx";

const open = (path: string) => renderConsole(path, { creator: null });
const code = () => page.getByLabelText("Code", { exact: true });

test("leads from the password of an account with a second factor to the code, and on to the requested page", async () => {
  const { server, router } = await open("/auth?redirect=%2Fdashboard%2Fproducts");
  server.respondWith(accountRoutes.login, 202, { secondFactor: { expiresInSeconds: 600 } });
  await page.getByLabelText("Email").fill("vera@example.org");
  await page.getByRole("textbox", { name: "Password" }).fill("a quiet little mosaic");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await expect.element(code()).toHaveFocus();
  await expectAccessibleAndFits();
  const creator = aCreator();
  const codes = server.respond(secondFactorRoutes.signIn, () => {
    server.respond(creatorRoutes.me, { creator });
    respondToDashboard(server);
    return { creator };
  });
  await code().fill("123 456");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("heading", { name: "Products", exact: true })).toBeVisible();
  expect(codes.map(({ body }) => body)).toEqual([{ code: "123456" }]);
  expect(router.state.location.pathname).toBe("/dashboard/products");
});

test("shows a wrong code at its field, and accepts a recovery code instead", async () => {
  const { server } = await open("/auth/code");
  const error =
    "This code is wrong or old. Use a new one, and check that your phone's clock is set automatically.";
  const codes = server.reject(secondFactorRoutes.signIn, { code: error });
  await code().fill("000000");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(error)).toBeVisible();
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  const recovery = page.getByLabelText("Recovery code");
  await expect.element(recovery).toHaveValue("");
  await recovery.fill("abcd-efgh-jkmn-pqrs");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => codes.at(-1)?.body).toEqual({ code: "abcdefghjkmnpqrs" });
});

test("starts an expired sign-in again, with the requested page", async () => {
  const { server, router } = await open("/auth/code?redirect=%2Fdashboard%2Faudience");
  server.fail(secondFactorRoutes.signIn, {
    status: 401,
    error: "Signing in took too long. Please start again.",
  });
  await code().fill("123456");
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Signing in took too long. Please start again.");
  expect(router.state.location.search).toBe("?error=code_expired&redirect=%2Fdashboard%2Faudience");
});

test("stops a removal by the emailed link once its button is pressed", async () => {
  const { server } = await open("/auth/keep-second-factor?token=abc");
  await expect.element(page.getByRole("heading", { name: "Keep your second factor" })).toBeVisible();
  await expectAccessible();
  const kept = server.respond(secondFactorRoutes.keep, undefined);
  await page.getByRole("button", { name: "Keep my second factor" }).click();
  await expect.element(page.getByRole("heading", { name: "Your second factor stays on" })).toBeVisible();
  expect(kept.map(({ body }) => body)).toEqual([{ token: "abc" }]);
});

test("says that a link no longer works", async () => {
  const { server } = await open("/auth/keep-second-factor?token=abc");
  const error = "This link no longer works: the second factor is already removed, or stays.";
  server.fail(secondFactorRoutes.keep, { status: 400, error });
  await page.getByRole("button", { name: "Keep my second factor" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(error);
});
