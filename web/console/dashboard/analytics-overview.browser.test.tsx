import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type AnalyticsSummary, analyticsRoutes } from "../../../contract/api/analytics.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator, aTile, noAnalytics } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { expectTableRoles } from "../../testing/table-roles.ts";

const perTile = (title: string, views = 0, clicks = 0): AnalyticsSummary["perTile"] => [
  {
    id: 1,
    title,
    type: "link",
    image_url: null,
    page_views: views,
    tile_clicks: clicks,
    purchases: 0,
    plays: 0,
    state: "live",
  },
];
const VISITED = noAnalytics({
  summary: [{ event: "page_view", count: 11 }],
  perTile: perTile("My shop", 11, 1),
  recent: [{ event: "page_view", title: null, created_at: "2026-01-01T00:00:00.000Z" }],
  sources: [{ source: "ig", count: 11 }],
});
const EMPTY = noAnalytics({ perTile: perTile("My shop") });

async function openDashboard(analytics: AnalyticsSummary, define?: (server: FakeServer) => void) {
  let requests: unknown[] = [];
  const console = await renderDashboard({
    creator: aCreator({ bio: "I bake." }),
    tiles: () => [aTile({ title: "My shop" })],
    server: (server) => {
      requests = server.respond(analyticsRoutes.summary, analytics);
      define?.(server);
    },
  });
  return { ...console, requests };
}
const toggle = page.getByRole("button", { name: "Analytics overview" });
const isOpen = (open: boolean) => expect.element(toggle).toHaveAttribute("aria-expanded", String(open));

test("opens on a wide screen once there are visits", async () => {
  await openDashboard(VISITED);
  await isOpen(true);
  await expect.element(page.getByText("No location data yet.")).toBeVisible();
  await expectAccessible();
});

test("stays closed without visits until it is opened by key, and remembers the choice", async () => {
  const { queryClient } = await openDashboard(EMPTY);
  await expect.element(page.getByRole("heading", { name: "My shop" })).toBeVisible();
  await isOpen(false);
  (await toggle.findElement()).focus();
  await userEvent.keyboard("{Enter}");
  await isOpen(true);
  await expect.element(toggle).toHaveFocus();
  await expect.element(page.getByRole("heading", { name: "No visits in 30 days" })).toBeVisible();
  await expectAccessible();
  await userEvent.keyboard("{Enter}");
  await isOpen(false);
  expect(localStorage.getItem("tessera.analytics")).toBe("closed");
  queryClient.setQueryData(["analytics", 30], { days: 30, summary: VISITED, requestedAt: new Date() });
  await isOpen(false);
});

test("requests no analytics while it is closed, except the visits shown above it", async () => {
  localStorage.setItem("tessera.analytics", "closed");
  localStorage.setItem("tessera.first-steps.1", "done");
  const { requests } = await openDashboard(VISITED);
  await expect.element(page.getByRole("heading", { name: "My shop" })).toBeVisible();
  await isOpen(false);
  await expect.element(page.getByRole("link", { name: "Visits" })).toBeVisible();
  expect(requests).toMatchObject([{ query: { days: "30" } }]);
});

test("starts closed on a phone, where the tiles come first", async () => {
  await page.viewport(360, 740);
  await openDashboard(VISITED);
  await expect.element(page.getByRole("heading", { name: "My shop" })).toBeVisible();
  await isOpen(false);
  await toggle.click();
  await expect.element(page.getByText("Page views")).toBeVisible();
  await expectAccessible();
  await page.viewport(1280, 860);
});

test("opens and closes even if the browser blocks storage", async () => {
  for (const method of ["getItem", "setItem"] as const)
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException("Denied", "SecurityError");
    });
  await openDashboard(EMPTY);
  await isOpen(false);
  await toggle.click();
  await isOpen(true);
});

test("keeps the period in the URL and in the request", async () => {
  const { router, requests } = await openDashboard(VISITED);
  await expect.element(page.getByText("Last 30 days")).toBeVisible();
  await page.getByRole("button", { name: "365 days" }).click();
  await expect.element(page.getByText("Last 365 days")).toBeVisible();
  expect(router.state.location.search).toBe("?days=365");
  expect(requests.at(-1)).toMatchObject({ query: { days: "365" } });
  await expect
    .element(page.getByRole("button", { name: "365 days" }))
    .toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "30 days" }).click();
  await expect.poll(() => router.state.location.search).toBe("");
});

test("offers to load analytics again, and keeps shown data when a refresh fails", async () => {
  localStorage.setItem("tessera.analytics", "open");
  const { server, queryClient } = await openDashboard(VISITED, (server) =>
    server.fail(analyticsRoutes.summary, { status: 500, error: "Something went wrong." }),
  );
  await expect.element(page.getByText("Couldn't load analytics.")).toBeVisible();
  server.respond(analyticsRoutes.summary, VISITED);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Last 30 days")).toBeVisible();
  server.fail(analyticsRoutes.summary, { status: 500, error: "Something went wrong." });
  await queryClient.invalidateQueries({ queryKey: ["analytics"] });
  await expect.element(page.getByText("Couldn't refresh analytics. Showing earlier data.")).toBeVisible();
  await expect.element(page.getByText("Last 30 days")).toBeVisible();
});

test("renames a tile in the analytics at once", async () => {
  const { server, queryClient } = await openDashboard(VISITED);
  await expect.element(page.getByRole("rowheader", { name: /My shop/ })).toBeVisible();
  server.respond(analyticsRoutes.summary, { ...VISITED, perTile: perTile("My studio", 11, 1) });
  queryClient.setQueryData(["tiles"], [aTile({ title: "My studio" })]);
  await expect.element(page.getByRole("rowheader", { name: /My studio/ })).toBeVisible();
});

test("offers to share a page with tiles before its first visit", async () => {
  localStorage.setItem("tessera.analytics", "open");
  localStorage.setItem("tessera.first-steps.1", "done");
  const { server, queryClient } = await openDashboard(EMPTY);
  await page.getByRole("button", { name: "Share your link" }).click();
  await expect.element(page.getByLabelText("Link to this page")).toHaveValue(`${location.origin}/@vera`);
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Share your link" })).toHaveFocus();
  await expect
    .element(page.getByRole("link", { name: "Open your page" }))
    .toHaveAttribute("href", `${location.origin}/@vera`);
  server.respond(analyticsRoutes.summary, noAnalytics());
  await queryClient.invalidateQueries({ queryKey: ["analytics"] });
  await expect.element(page.getByRole("button", { name: "Share your link" })).not.toBeInTheDocument();
});

test("fills the bar of a click-through rate to the rate", async () => {
  await openDashboard(VISITED);
  const row = page.getByRole("row", { name: /My shop/ });
  await expect.element(row).toHaveTextContent("9.1%");
  const bar = row.element().querySelector<HTMLElement>("td [aria-hidden] > [style]");
  expect(Number.parseFloat(bar?.style.width ?? "")).toBeCloseTo(9.09, 1);
});

test("keeps the roles of a table for tiles on a phone", async () => {
  localStorage.setItem("tessera.analytics", "open");
  await page.viewport(360, 740);
  await openDashboard(VISITED);
  await expect.element(page.getByRole("rowheader", { name: /My shop/ })).toBeVisible();
  expectTableRoles(page.getByRole("table").element());
});
