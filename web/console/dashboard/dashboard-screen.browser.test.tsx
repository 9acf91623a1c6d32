import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { accountRoutes } from "../../../contract/api/accounts.ts";
import type { AnalyticsSummary } from "../../../contract/api/analytics.ts";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator, aTile, noAnalytics } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectLink } from "../../testing/expectations.ts";

type Given = { tiles?: Tile[]; creator?: Parameters<typeof aCreator>[0]; analytics?: AnalyticsSummary };
const openDashboard = ({ tiles = [], creator, ...given }: Given = {}) =>
  renderDashboard({ creator: aCreator(creator), tiles: () => tiles, ...given });
const VISITED = noAnalytics({ summary: [{ event: "page_view", count: 3 }] });
const COMPLETE = { bio: "I bake." };
const steps = page.getByRole("region", { name: "First steps" });
/** The guide of an empty page asks for the same as the first steps. */
const closeGuide = () => localStorage.setItem("tessera.start.1", "closed");
const addTile = page.getByRole("button", { name: "Add tile" });
const overview = page.getByRole("button", { name: "Analytics overview" });

test.each([
  [1280, 900, "2026-01-01T00:00:00.000Z"],
  [1280, 900, null],
  [360, 740, "2026-01-01T00:00:00.000Z"],
  [360, 740, null],
])(
  "shows a new creator where to add a tile without scrolling at %i×%i, verified %s",
  async (width, height, verified) => {
    await page.viewport(width, height);
    await openDashboard({
      creator: { email_verified_at: verified, display_name: "Wilhelmina van der Berg" },
    });
    await expect.element(addTile).toBeInViewport({ ratio: 0.99 });
    expect(window.scrollY).toBe(0);
    await expect.element(overview).toHaveAttribute("aria-expanded", "false");
    await page.viewport(1280, 860);
  },
);

test("lists the first steps, offers to share the page after the first tile, and hides the list when it is done", async () => {
  closeGuide();
  const { server, queryClient } = await openDashboard();
  await expect.element(steps.getByText("0 of 3 done")).toBeVisible();
  await expect.element(steps.getByRole("button", { name: "Share your link" })).not.toBeInTheDocument();
  await expectLink("Complete your profile", "/dashboard/settings", steps);
  await expectAccessible();
  server.respond(tileRoutes.list, { tiles: [aTile()] });
  await queryClient.invalidateQueries({ queryKey: ["tiles"] });
  await expect.element(steps.getByText("1 of 3 done")).toBeVisible();
  await steps.getByRole("button", { name: "Share your link" }).click();
  await expect.element(page.getByLabelText("Link to this page")).toHaveValue(`${location.origin}/@vera`);
  await page.getByRole("button", { name: "Close" }).click();
  await expect.element(steps.getByText("2 of 3 done")).toBeVisible();
  queryClient.setQueryData(["me"], aCreator(COMPLETE));
  await expect.element(steps).not.toBeInTheDocument();
});

test("shows no first steps to a creator with a tile, a profile and a visit", async () => {
  await openDashboard({ tiles: [aTile()], creator: COMPLETE, analytics: VISITED });
  await expect.element(page.getByText("Page views")).toBeVisible();
  await expect.element(steps).not.toBeInTheDocument();
});

test("keeps the first steps hidden after the creator has hidden them", async () => {
  closeGuide();
  const { router } = await openDashboard();
  await steps.getByRole("button", { name: "Hide the first steps" }).click();
  await expect.element(steps).not.toBeInTheDocument();
  await router.navigate("/dashboard?days=7");
  await router.revalidate();
  await expect.element(addTile).toBeVisible();
  await expect.element(steps).not.toBeInTheDocument();
  expect({ ...localStorage }).toMatchObject({ "tessera.first-steps.1": "hidden" });
});

test.each([
  {
    creator: { plan: "free", stripe_subscription_active: false },
    badge: "Free",
    status: "5 tile slots remaining on the Free plan.",
    help: null,
    upgrade: "Upgrade to Creator",
  },
  {
    creator: { plan: "creator", stripe_subscription_active: false },
    badge: "Creator (m)",
    status: "Creator plan (manual) — connect Stripe to unlock billing and remove limits.",
    help: "The operator gave you this plan without a payment: your tiles are already unlimited.",
    upgrade: "Complete activation",
  },
  {
    creator: { plan: "creator", stripe_subscription_active: true },
    badge: "Creator (s)",
    status: "Creator plan active — unlimited tiles and full analytics unlocked.",
    help: "Your subscription is active; the link leads to your plan settings.",
    upgrade: "Complete activation",
  },
] as const)("explains the plan $badge and links to its settings", async ({ creator, ...texts }) => {
  await openDashboard({ creator });
  const plan = page.getByRole("region", { name: "Plan" });
  await expect.element(plan.getByText(texts.badge, { exact: true })).toBeVisible();
  await expect.element(plan.getByText(texts.status, { exact: true })).toBeVisible();
  if (texts.help) await expect.element(plan.getByText(texts.help)).toBeVisible();
  await expectLink(texts.upgrade, "/dashboard/settings", plan);
});

test("links to every page, and to the admin console only for admins", async () => {
  const { queryClient } = await openDashboard();
  const main = page.getByRole("main");
  for (const [name, path] of [
    ["Manage products", "/dashboard/products"],
    ["Preview live page", "/@vera"],
    ["Edit profile", "/dashboard/settings"],
  ] as const)
    await expect.element(main.getByRole("link", { name })).toHaveAttribute("href", path);
  await expect.element(main.getByRole("link", { name: "Admin view" })).not.toBeInTheDocument();
  queryClient.setQueryData(["me"], aCreator({ is_admin: true }));
  await expectLink("Admin view", "/admin/users", main);
});

test("shows no error after a failed logout and enables its button again", async () => {
  const { server } = await openDashboard();
  const response = Promise.withResolvers<void>();
  server.respond(accountRoutes.logout, async () => {
    await response.promise;
    throw new TypeError("Failed to fetch");
  });
  const logout = page.getByRole("main").getByRole("button", { name: "Logout" });
  await logout.click();
  await expect.element(logout).toBeDisabled();
  response.resolve();
  await expect.element(logout).toBeEnabled();
  await expect.element(logout).toHaveFocus();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("copies the link to the page and confirms it for two seconds", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await openDashboard();
  const copy = page.getByRole("button", { name: "Copy the link to your page" });
  await expect.element(copy).toBeVisible();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  (copy.element() as HTMLElement).click();
  const copied = page.getByRole("button", { name: "Copied!" });
  await expect.element(copied).toBeVisible();
  expect(written).toHaveBeenCalledWith(`${location.origin}/@vera`);
  // Waiting for the text used up some of the two seconds.
  vi.advanceTimersByTime(1_000);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  expect(copied.query()).not.toBeNull();
  vi.advanceTimersByTime(1_000);
  await expect.element(copy).toBeVisible();
});

test("shows and copies the page's link on its own domain", async () => {
  const written = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  await openDashboard({ creator: { page_url: "https://vera.example.org/" } });
  const link = page.getByRole("link", { name: "vera.example.org", exact: true });
  await expect.element(link).toHaveAttribute("href", "https://vera.example.org/");
  await page.getByRole("button", { name: "Copy the link to your page" }).click();
  expect(written).toHaveBeenCalledWith("https://vera.example.org/");
});

test.each([{}, COMPLETE])(
  "keeps the focus in the page after sharing from the first steps: %j",
  async (creator) => {
    await openDashboard({ tiles: [aTile()], creator });
    await steps.getByRole("button", { name: "Share your link" }).click();
    await expect.element(page.getByRole("dialog")).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement?.matches("#first-steps, main")).toBe(true);
  },
);
