import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type ApiKey, apiKeyRoutes } from "../../../../contract/api/api-keys.ts";
import { aCreator } from "../../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderApi } from "../../../testing/render-account.tsx";

const SECRET = `tsk_${"a".repeat(46)}`;
const aKey = (given: Partial<ApiKey> = {}): ApiKey => ({
  id: "11111111-1111-4111-8111-111111111111",
  name: "Till",
  prefix: "tsk_aaaaaa",
  scopes: ["page:read", "orders:read", "orders:write"],
  created_at: "2026-11-01T10:00:00.000Z",
  expires_at: null,
  last_used_at: null,
  last_used_from: null,
  revoked_at: null,
  state: "active",
  ...given,
});
const LONG = aKey({
  id: "22222222-2222-4222-8222-222222222222",
  name: "W".repeat(60),
  last_used_at: "2026-11-20T10:00:00.000Z",
  last_used_from: "DE",
  expires_at: "2027-11-20T10:00:00.000Z",
});
const REVOKED = aKey({
  id: "33333333-3333-4333-8333-333333333333",
  name: "Old till",
  revoked_at: "2026-11-21T10:00:00.000Z",
  state: "revoked",
});

test("lists keys with their permissions, last use and end", async () => {
  await renderApi((server) => server.respond(apiKeyRoutes.list, { keys: [aKey(), LONG, REVOKED] }));
  const rows = page.getByRole("list", { name: "API keys" }).getByRole("listitem");
  await expect.element(rows.first()).toHaveTextContent("Tilltsk_aaaaaa…Page: read, Orders: read and change");
  await expect.element(rows.first()).toHaveTextContent("not used yet, without an end");
  await expect.element(rows.nth(1)).toHaveTextContent(/last used .* from Germany, ends /);
  await expect.element(rows.last()).toHaveTextContent("Revoked");
  expect(rows.last().getByRole("button").query()).toBeNull();
  await expectAccessibleAtEveryWidth();
});

test("makes a key with the chosen permissions, and shows its secret once", async () => {
  const { server } = await renderApi();
  const requests = server.respond(apiKeyRoutes.create, () => {
    server.respond(apiKeyRoutes.list, { keys: [aKey()] });
    return { key: aKey(), secret: SECRET };
  });
  await page.getByRole("button", { name: "Make an API key" }).click();
  await page.getByRole("button", { name: "Make key" }).click();
  await expect.element(page.getByText("Name is required.")).toBeVisible();
  await expect.element(page.getByText("Choose what this key may do.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await page.getByRole("textbox", { name: "Name" }).fill("Till");
  await page.getByRole("checkbox", { name: /^Read your page/ }).click();
  await page.getByRole("checkbox", { name: /^Ship orders/ }).click();
  await page.getByLabelText("End", { exact: true }).fill("");
  await page.getByRole("button", { name: "Make key" }).click();
  const secret = page.getByLabelText("API key", { exact: true });
  await expect.element(secret).toHaveValue(SECRET);
  expect(requests.map(({ body }) => body)).toEqual([
    { name: "Till", scopes: ["page:read", "orders:write"], expiresAt: null },
  ]);
  await expectAccessibleAtEveryWidth();
  await page.getByRole("button", { name: "I have saved it" }).click();
  await expect.element(page.getByRole("list", { name: "API keys" })).toHaveTextContent("Till");
  await page.getByRole("button", { name: "Make an API key" }).click();
  await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
  expect(document.body.innerHTML).not.toContain(SECRET);
});

test("suggests an end in a year, in the creator's time zone", async () => {
  await renderApi(undefined, aCreator({ time_zone: "Europe/Berlin" }));
  await page.getByRole("button", { name: "Make an API key" }).click();
  const value = (page.getByLabelText("End", { exact: true }).element() as HTMLInputElement).value;
  const days = (Date.parse(`${value}:00+01:00`) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(364.9);
  expect(days).toBeLessThan(365.1);
  await expect.element(page.getByText(/Europe\/Berlin/)).toBeVisible();
});

test("revokes a key after a question, and keeps the focus in the list", async () => {
  const { server } = await renderApi((one) => one.respond(apiKeyRoutes.list, { keys: [aKey()] }));
  server.respond(apiKeyRoutes.revoke, () => {
    server.respond(apiKeyRoutes.list, { keys: [{ ...REVOKED, name: "Till" }] });
    return undefined;
  });
  await page.getByRole("button", { name: "Revoke Till" }).click();
  await expect.element(page.getByRole("dialog")).toHaveTextContent("Programs with Till are rejected");
  await expectAccessibleAtEveryWidth();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect.element(page.getByText("Revoked", { exact: true })).toBeVisible();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByRole("button", { name: "Make an API key" })).toHaveFocus();
});

test("asks for a verified email first", async () => {
  await renderApi(undefined, aCreator({ email_verified_at: null }));
  await expect.element(page.getByText("Verify your email to make API keys.")).toBeVisible();
  expect(page.getByRole("button", { name: "Make an API key" }).query()).toBeNull();
});

test("shows the message of the server at the limit", async () => {
  const { server } = await renderApi();
  const error = "You can have at most 20 API keys. Revoke one to make another.";
  server.fail(apiKeyRoutes.create, { status: 409, error });
  await page.getByRole("button", { name: "Make an API key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Till");
  await page.getByRole("checkbox", { name: /^Read your orders/ }).click();
  await page.getByRole("button", { name: "Make key" }).click();
  await expect.element(page.getByRole("alert")).toHaveTextContent(error);
});
