import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { analyticsRoutes } from "../../../contract/api/analytics.ts";
import {
  type CampaignLink,
  campaignLinkRoutes,
  campaignLinkVersion,
} from "../../../contract/api/campaign-links.ts";
import { type Funnel, type FunnelRow, funnelRoutes } from "../../../contract/api/funnel.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { expectLink, expectText } from "../../testing/expectations.ts";
import type { RecordedRequest } from "../../testing/fake-server.ts";
import { showOnPaper } from "../../testing/paper.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const money = (kept: number) => [
  { currency: "eur", revenue_cents: kept + 125, returned_cents: 0, fee_cents: 125, kept_cents: kept },
];
const aRow = (key: string, given: Partial<FunnelRow> = {}): FunnelRow => ({
  key,
  title: null,
  views: 120,
  clicks: 60,
  checkouts: 12,
  paid: 6,
  money: money(14_250),
  ...given,
});
const totals = { views: 200, clicks: 80, checkouts: 20, paid: 8, money: money(18_000), signups: 0, plays: 0 };
const aFunnel = (given: Partial<Funnel> = {}): Funnel => ({
  from: "2026-11-01",
  to: "2026-11-03",
  counted_until: null,
  totals,
  offers: [],
  previous: { ...totals, views: 100, paid: 8 },
  previous_stored: true,
  tables: {
    source: [aRow("instagram"), aRow("direct", { views: 80, paid: 2, money: money(3_750) })],
    tile: [aRow("7", { title: "Blue bowl", views: 0 }), aRow("8", { views: 0 })],
    country: [aRow("AT"), aRow("unknown")],
    device: [aRow("mobile")],
    campaign: [aRow("3", { title: "Ad" }), aRow("none")],
  },
  days: ["2026-11-01", "2026-11-02", "2026-11-03"].map((date, at) => ({ date, ...totals, views: at * 10 })),
  changes: [
    {
      date: "2026-11-02",
      kind: "price_changed",
      title: "Blue bowl",
      price: { currency: "eur", from_cents: 1000, to_cents: 1500 },
    },
  ],
  kinds: ["live"],
  ...given,
});
const aLink = (given: Partial<CampaignLink> = {}): CampaignLink => ({
  id: 3,
  title: "Poster",
  name: "poster",
  url: "https://shop.example/@anna/go/poster",
  source: "poster",
  product_id: null,
  ends_at: null,
  ended: false,
  created_at: "2026-11-01T10:00:00.000Z",
  ...given,
});

const LINKS = "/dashboard/analytics?view=links";

async function renderAnalytics({
  path = "/dashboard/analytics",
  funnel = aFunnel(),
  links = [aLink()],
  timeZone = "UTC",
} = {}) {
  let digest: RecordedRequest[] = [];
  const rendered = await renderConsole(path, {
    creator: aCreator({ plan: "creator", time_zone: timeZone }),
    server: (server) => {
      server.respond(funnelRoutes.show, () => funnel);
      server.respond(campaignLinkRoutes.list, () => ({ links }));
      server.respond(productRoutes.list, () => ({ products: [] }));
      server.respond(funnelRoutes.digest, () => ({ enabled: false }));
      digest = server.respond(funnelRoutes.saveDigest, ({ body }) => body as { enabled: boolean });
    },
  });
  return { ...rendered, digest };
}

test("shows totals, changes against the preceding period and a table of each dimension", async () => {
  await renderAnalytics();
  await expectText("1 November 2026 to 3 November 2026, compared with as many days before.");
  await expectText("+100%");
  await expect.element(page.getByText("40.0% of views").first()).toBeVisible();
  for (const name of ["Sources", "Tiles", "Countries", "Devices", "Campaign links"])
    await expect.element(page.getByRole("heading", { name, exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Instagram" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "A deleted tile" })).toBeVisible();
  await page.getByText("How this is counted").click();
  await expectText(/as for every visit whose app or browser hides its source\./);
  await expectAccessibleAtEveryWidth();
});

test("shows taken second offers apart", async () => {
  const offer = { currency: "eur", taken: 2, revenue_cents: 2_580, returned_cents: 0 };
  await renderAnalytics({ funnel: aFunnel({ offers: [offer] }) });
  await expect.element(page.getByText("Second offers", { exact: true })).toBeVisible();
  await expectText("€25.80 of the revenue");
  await expectAccessibleAtEveryWidth();
});

test("names no second offers where none was taken", async () => {
  await renderAnalytics();
  await expectText("+100%");
  await expect.element(page.getByText("Second offers")).not.toBeInTheDocument();
});

test("compares sales, but not visits, with days whose visits are deleted", async () => {
  const previous = { ...totals, views: 100, paid: 4 };
  await renderAnalytics({ funnel: aFunnel({ previous, previous_stored: false }) });
  await expectText(/are no longer stored, so only sales are compared/);
  // Views and sales have both doubled.
  await expect.element(page.getByText("+100%")).toHaveLength(1);
});

test("filters by a row's name, puts the filter in the URL and clears it", async () => {
  const { router } = await renderAnalytics();
  const row = page.getByRole("button", { name: "Blue bowl", exact: true });
  await row.click();
  await expect.element(row).toHaveAttribute("aria-pressed", "true");
  expect(new URLSearchParams(router.state.location.search).get("tile")).toBe("7");
  await page.getByRole("button", { name: "Clear Tile: Blue bowl" }).click();
  await expect.element(row).toHaveAttribute("aria-pressed", "false");
  expect(router.state.location.search).toBe("");
});

test("adds the period and the filter in the URL to the CSV links", async () => {
  await renderAnalytics({ path: "/dashboard/analytics?from=2026-11-01&to=2026-11-03&source=instagram" });
  const csv = page.getByRole("link", { name: "Download CSV of tiles" });
  await expect
    .element(csv)
    .toHaveAttribute(
      "href",
      expect.stringContaining("from=2026-11-01&to=2026-11-03&source=instagram&money=live&table=tile"),
    );
  await expectLink("Download CSV of days", expect.stringContaining("source=instagram&money=live&table=day"));
  await expect.element(page.getByLabelText("From", { exact: true })).toHaveValue("2026-11-01");
});

test("shows the days also as a table and lists changes of the page", async () => {
  await renderAnalytics();
  await page.getByText("Changes of your page (1)").click();
  await expectText("Price changed: Blue bowl, €10.00 to €15.00");
  await page.getByRole("button", { name: "Show the days as a table" }).click();
  await expect.element(page.getByRole("rowheader", { name: "2 November 2026" })).toBeVisible();
});

test("prints every column, lists changes and leaves out buttons", async () => {
  const large = [
    { currency: "eur", revenue_cents: 12_345_678, returned_cents: 0, fee_cents: 125, kept_cents: 12_345_553 },
  ];
  const funnel = aFunnel();
  const title = "A very long title of a workshop that goes on for the whole weekend in March";
  funnel.tables.tile = [aRow("7", { title, views: 0, clicks: 123_456, checkouts: 12_345, money: large })];
  funnel.tables.source = [aRow("instagram", { views: 1_234_567, clicks: 123_456, money: large })];
  await renderAnalytics({ funnel, path: "/dashboard/analytics?source=instagram" });
  await expect.element(page.getByRole("button", { name: title })).toBeVisible();
  await showOnPaper();
  const tables = () => [...document.querySelectorAll("table")];
  await expect.poll(tables).toHaveLength(5);
  for (const table of tables())
    expect(table.getBoundingClientRect().right, table.textContent ?? "").toBeLessThanOrEqual(
      table.parentElement?.getBoundingClientRect().right ?? 0,
    );
  await expectText("Price changed: Blue bowl, €10.00 to €15.00");
  await expectText("Source: Instagram");
  for (const name of [/Download CSV/, /Show the days/, /Email me/])
    expect(
      page
        .getByText(name)
        .elements()
        .filter((element) => element.checkVisibility()),
    ).toEqual([]);
});

test("draws views and sales in different colours", async () => {
  const { screen } = await renderAnalytics();
  await expectText("Views, 0 to 20 a day");
  await expectText("Sales, 0 to 8 a day, on a scale of their own");
  const lines = [...screen.container.querySelectorAll("path[fill=none]")].map(
    (line) => getComputedStyle(line).stroke,
  );
  expect(lines).toHaveLength(2);
  expect(new Set([...lines, "none"]).size).toBe(3);
});

test("shows an error at the field of a wrong day", async () => {
  const { server, router } = await renderAnalytics();
  const message = "Choose days from 2025-10-21 to 2026-11-25.";
  server.reject(funnelRoutes.show, { from: message });
  await router.navigate("/dashboard/analytics?from=2020-01-01");
  await expectText(message);
  await expect.element(page.getByLabelText("From", { exact: true })).toBeInvalid();
  await expect.element(page.getByLabelText("To", { exact: true })).not.toBeInvalid();
});

test("says that visits are still being counted", async () => {
  await renderAnalytics({ funnel: aFunnel({ counted_until: "2026-05-01T00:00:00.000Z" }) });
  await expectText(/are being counted for the first time/);
});

test("offers kinds of sales if there are test sales", async () => {
  await renderAnalytics({ funnel: aFunnel({ kinds: ["live", "mock"] }) });
  await expect.element(page.getByLabelText("Sales", { exact: true })).toHaveValue("live");
});

test("shows test sales if there are no real sales, until another kind is chosen", async () => {
  const { server } = await renderAnalytics();
  const requests = server.respond(funnelRoutes.show, () => aFunnel({ kinds: ["mock", "test"] }));
  await page.getByLabelText("Period").selectOptions("Last 7 days");
  await expectText("No sale of this period was for real money.");
  await expect.element(page.getByLabelText("Sales", { exact: true })).toHaveValue("test");
  expect(requests.slice(0, 2).map(({ query }) => query.money)).toEqual(["live", "test"]);
  await page.getByLabelText("Sales", { exact: true }).selectOptions("Real sales");
  await expect.element(page.getByText("No sale of this period")).not.toBeInTheDocument();
  await expect.poll(() => requests.at(-1)?.query.money).toBe("live");
});

test("says once that there are no earlier days", async () => {
  const none = { views: 0, clicks: 0, checkouts: 0, paid: 0, money: [], signups: 0, plays: 0 };
  await renderAnalytics({ funnel: aFunnel({ previous: none }) });
  await expectText("1 November 2026 to 3 November 2026. No earlier days to compare with.");
  await expect
    .element(page.getByRole("definition").filter({ hasText: /before|unchanged|new/ }))
    .toHaveLength(0);
});

test("creates a link with name and source derived from its title", async () => {
  const { server } = await renderAnalytics({ path: LINKS, links: [] });
  const created = server.respond(campaignLinkRoutes.create, () => ({ link: aLink() }));
  await page.getByRole("button", { name: "New link" }).click();
  await page.getByLabelText("Title", { exact: true }).fill("Poster in May");
  await expect.element(page.getByLabelText("Name in the URL")).toHaveValue("poster-in-may");
  await expect.element(page.getByLabelText("Source", { exact: true })).toHaveValue("poster");
  await page.getByRole("button", { name: "Create link" }).click();
  await expect
    .poll(() => created.at(-1)?.body)
    .toMatchObject({
      title: "Poster in May",
      name: "poster-in-may",
      source: "poster",
      productId: null,
    });
});

test("sends the base of a change and keeps an unchanged end", async () => {
  // This time is in the hour that the end of daylight saving time repeats.
  const link = aLink({ ends_at: "2026-10-25T01:30:00.000Z" });
  const { server } = await renderAnalytics({ path: LINKS, links: [link], timeZone: "Europe/Berlin" });
  const updated = server.respond(campaignLinkRoutes.update, () => ({ link }));
  await page.getByRole("button", { name: "Edit Poster" }).click();
  await page.getByLabelText("Title", { exact: true }).fill("Poster in May");
  await page.getByRole("button", { name: "Save link" }).click();
  await expect
    .poll(() => updated)
    .toMatchObject([
      {
        version: `"${campaignLinkVersion(link)}"`,
        body: { title: "Poster in May", endsAt: "2026-10-25T01:30:00.000Z" },
      },
    ]);
});

test("ends a link in the creator's time zone", async () => {
  const link = aLink({ ends_at: "2026-11-29T04:00:00.000Z" });
  await renderAnalytics({ path: LINKS, links: [link], timeZone: "America/Los_Angeles" });
  await expectText(/until 28 Nov 2026, 20:00/);
});

test("says in the question that a link cannot be deleted", async () => {
  const { server } = await renderAnalytics({ path: LINKS });
  server.disconnect(campaignLinkRoutes.remove);
  await page.getByRole("button", { name: "Delete Poster" }).click();
  const question = page.getByRole("dialog", { name: "Delete this link?" });
  await question.getByRole("button", { name: "Delete link" }).click();
  await expect.element(question).toHaveTextContent("Couldn't delete the link.");
});

test("shows an error at the field of a taken name", async () => {
  const { server } = await renderAnalytics({ path: LINKS });
  const message = "You already have a link with this name.";
  server.reject(campaignLinkRoutes.create, { name: message }, 409);
  await page.getByRole("button", { name: "New link" }).click();
  await page.getByLabelText("Title", { exact: true }).fill("Poster");
  await page.getByLabelText("Source", { exact: true }).fill("poster");
  await page.getByRole("button", { name: "Create link" }).click();
  await expectText(message);
});

test("shows and prints a QR code, and closes it by Escape", async () => {
  await renderAnalytics({ path: LINKS });
  await page.getByRole("button", { name: "QR code of Poster" }).click();
  const dialog = page.getByRole("dialog", { name: "QR code" });
  await expectLink("PNG, 100 mm", "/api/campaign-links/3/qr?format=png&mm=100", dialog);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
});

test("turns the digest on at once", async () => {
  const { digest } = await renderAnalytics();
  await page.getByRole("switch", { name: "Email me once a week" }).click();
  await expect.poll(() => digest.at(-1)?.body).toEqual({ enabled: true });
});

test("shows the dashboard's panel and the benefits of the Creator plan on the Free plan", async () => {
  await renderConsole("/dashboard/analytics", {
    creator: aCreator({ plan: "free" }),
    server: (server) => server.fail(analyticsRoutes.summary, { status: 503, error: "Try again." }),
  });
  await expect.element(page.getByRole("heading", { name: "See what brings your sales" })).toBeVisible();
  await expectLink("Upgrade to Creator", "/checkout/stripe");
  await expectText("Couldn't load analytics.");
});
