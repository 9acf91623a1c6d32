import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { adminRoutes } from "../../../contract/api/admin.ts";
import { adminApiKeyRoutes } from "../../../contract/api/admin-api-keys.ts";
import { type AdminUserDetail, adminOverviewRoutes } from "../../../contract/api/admin-overview.ts";
import type { ApiKey } from "../../../contract/api/api-keys.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aFeedback, aPage, aUser } from "../../testing/admin-entities.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { someTotals } from "../../testing/order-entities.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const nora = aUser();
const SUMS = someTotals({ paid: 2, amount_cents: 5000, fee_cents: 250, net_cents: 4750 });
const known: AdminUserDetail = {
  user: nora,
  email_verified_at: "2026-01-02T10:00:00.000Z",
  signs_in_with: ["password", "google"],
  passkeys: 2,
  second_factor: { enabled_at: null, removed_at: null },
  sessions: 2,
  last_seen_at: "2026-11-20T10:00:00.000Z",
  page: {
    tiles: 4,
    products: 2,
    members: 1200,
    files: 3,
    file_bytes: 3_145_728,
    payment_provider: "stripe",
    sells_in: "live",
    totals: [SUMS],
    mockTotals: [],
  },
  api_keys: [],
  feedback: [aFeedback()],
  entries: [
    {
      id: 1,
      action: "user.plan_changed",
      actor: { id: "user-1", email: "olga@example.org" },
      subject: { id: nora.id, email: nora.email },
      before: { plan: "free" },
      after: { plan: "creator" },
      created_at: "2026-02-02T10:00:00.000Z",
    },
  ],
};

async function openUser(detail: Partial<AdminUserDetail> = {}, ownId = "user-1") {
  const opened = await renderConsole(`/admin/users/${nora.id}`, {
    creator: aCreator({ is_admin: true, user_id: ownId }),
    server: (server) => {
      server.respond(adminRoutes.users, { users: [nora], ...aPage(1) });
      server.respond(adminOverviewRoutes.showUser, { ...known, ...detail });
    },
  });
  await expect.element(page.getByRole("heading", { level: 1, name: "Nora Neu" })).toBeVisible();
  return opened;
}

/** The values of a card by their names. */
const facts = (card: string) =>
  Object.fromEntries(
    [...page.getByRole("region", { name: card }).element().querySelectorAll("dl > div")].map((fact) => [
      fact.querySelector("dt")?.textContent,
      fact.querySelector("dd")?.textContent,
    ]),
  );

test("lists the second factor among the actions, and irreversible ones last", async () => {
  await openUser({ second_factor: { enabled_at: "2026-11-01T10:00:00.000Z", removed_at: null } });
  await expect.element(page.getByRole("button", { name: "Remove second factor" })).toBeVisible();
  const labels = () => [...document.querySelectorAll("main button")].map((button) => button.textContent);
  await expect.poll(() => labels()[5]).toBe("Delete user");
});

test("shows account, page, sales, feedback and admin actions of a user", async () => {
  await openUser();
  await expect
    .poll(() => facts("Account"))
    .toMatchObject({
      Email: "nora@example.org",
      "Signs in with": "Password, Google",
      "Signed in": "In 2 browsers",
    });
  await expect
    .poll(() => facts("Page"))
    .toMatchObject({
      Handle: "@nora",
      Plan: "Free",
      Tiles: "4",
      Audience: "1,200",
      Files: "3, 3.0 MB",
      "Payment provider": "Stripe, takes payments",
    });
  await expect.element(page.getByRole("region", { name: "Sales" })).toHaveTextContent("€50.00");
  await expect.element(page.getByText("By name, please.")).toBeVisible();
  await expect.element(page.getByText("plan: free → creator")).toBeVisible();
  await expectAccessibleAndFits();
});

test("opens from the list, and shows the result of an action", async () => {
  const { server, router } = await openUser();
  await page.getByRole("link", { name: "All users" }).click();
  await page.getByRole("link", { name: "Nora Neu" }).click();
  await expect.element(page.getByRole("button", { name: "Make admin" })).toBeVisible();
  await page.getByRole("button", { name: "Make admin" }).click();
  // Set only now, because the page reads the user again when it opens.
  server.respond(adminRoutes.updateUser, { user: { ...nora, is_admin: true } });
  server.respond(adminOverviewRoutes.showUser, { ...known, user: { ...nora, is_admin: true } });
  await page.getByRole("dialog").getByRole("button", { name: "Make admin" }).click();
  await expect.element(page.getByRole("button", { name: "Remove admin" })).toBeVisible();
  server.respond(adminRoutes.deleteUser, undefined);
  await page.getByRole("button", { name: "Delete user" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete user" }).click();
  await expect.poll(() => router.state.location.pathname).toBe("/admin/users");
  await expect.element(page.getByText("User deleted.")).toBeVisible();
});

test("shows a user without a page, and the administrator's own account", async () => {
  await openUser(
    { page: null, feedback: [], entries: [], user: { ...nora, handle: null, plan: null } },
    nora.id,
  );
  await expect.element(page.getByText("No page yet.")).toBeVisible();
  await expect.element(page.getByText("No feedback submitted yet.")).toBeVisible();
  await expect.element(page.getByText("You cannot delete yourself.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Delete user" })).not.toBeInTheDocument();
  await expectAccessible();
});

test("reports an unknown user and a failure", async () => {
  const { server, queryClient } = await openUser();
  server.fail(adminOverviewRoutes.showUser, { status: 404, error: "User not found." });
  await queryClient.resetQueries({ queryKey: ["admin"] });
  await expect.element(page.getByText("This user doesn't exist, or was deleted.")).toBeVisible();
  server.fail(adminOverviewRoutes.showUser, { status: 400, error: "" });
  await queryClient.resetQueries({ queryKey: ["admin"] });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Couldn't load this user.");
  server.respond(adminOverviewRoutes.showUser, known);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByRole("heading", { name: "Nora Neu" })).toBeVisible();
});

test("shows users, pages and sales above the list", async () => {
  const { server } = await openUser();
  server.respond(adminOverviewRoutes.overview, { users: 1204, new_users: 30, pages: 800, totals: [SUMS] });
  await page.getByRole("link", { name: "All users" }).click();
  const overview = page.getByRole("region", { name: "Overview" });
  await expect
    .element(overview)
    .toHaveTextContent(
      "Registered1,20430 in 30 daysPages800with tilesOrders2in 30 daysSold for€50.00in 30 days",
    );
});

const aKey = (given: Partial<ApiKey> = {}): ApiKey => ({
  id: "11111111-1111-4111-8111-111111111111",
  name: "Till",
  prefix: "tsk_aaaaaa",
  scopes: ["orders:read", "orders:write"],
  created_at: "2026-11-01T10:00:00.000Z",
  expires_at: null,
  last_used_at: "2026-11-20T10:00:00.000Z",
  last_used_from: "DE",
  revoked_at: null,
  state: "active",
  ...given,
});
const SECOND = aKey({
  id: "22222222-2222-4222-8222-222222222222",
  name: "W".repeat(60),
  last_used_at: null,
  expires_at: "2027-11-20T10:00:00.000Z",
});
const revokedKey = (key: ApiKey): ApiKey => ({
  ...key,
  revoked_at: "2026-11-21T10:00:00.000Z",
  state: "revoked",
});

test("revokes one API key", async () => {
  const { server } = await openUser({ api_keys: [aKey(), SECOND] });
  const rows = page.getByRole("list", { name: "API keys" }).getByRole("listitem");
  await expect.element(rows.first()).toHaveTextContent("Tilltsk_aaaaaa…orders:read, orders:write");
  await expect.element(rows.first()).toHaveTextContent(/last used .* from Germany, without an end/);
  await expect.element(rows.last()).toHaveTextContent(/not used yet, ends /);
  await expectAccessibleAndFits();

  const single = server.respond(adminApiKeyRoutes.revokeKey, undefined);
  await rows.first().getByRole("button").click();
  server.respond(adminOverviewRoutes.showUser, { ...known, api_keys: [SECOND, revokedKey(aKey())] });
  await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
  await expect.element(page.getByText("Key revoked.")).toBeVisible();
  expect(single).toMatchObject([{ params: { id: nora.id, key: aKey().id } }]);
  await expect.element(rows.last()).toHaveTextContent("Revoked");
  expect(rows.last().getByRole("button").query()).toBeNull();
  expect(page.getByRole("button", { name: "Revoke all keys" }).query()).toBeNull();
});

test("revokes all API keys of a page at once", async () => {
  const { server } = await openUser({ api_keys: [aKey(), SECOND] });
  const all = server.respond(adminApiKeyRoutes.revokeKeys, undefined);
  await page.getByRole("button", { name: "Revoke all keys" }).click();
  server.respond(adminOverviewRoutes.showUser, { ...known, api_keys: [aKey(), SECOND].map(revokedKey) });
  await page.getByRole("dialog").getByRole("button", { name: "Revoke all keys" }).click();
  await expect.element(page.getByText("Keys revoked.")).toBeVisible();
  expect(all).toHaveLength(1);
  await expect.element(page.getByText("Revoked", { exact: true }).first()).toBeVisible();
});
