import { afterEach, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { orderOverviewRoutes } from "../../../contract/api/order-totals.ts";
import { type CreatorOrder, orderRoutes } from "../../../contract/api/orders.ts";
import { ORDERS_PAGE_SIZE } from "../../../contract/rules/limits.ts";
import { SALE_STATUSES } from "../../../contract/rules/order-states.ts";
import { setDictionaries, setLanguage } from "../../../contract/translation.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aCreator } from "../../testing/console-entities.ts";
import { expectLink, expectText } from "../../testing/expectations.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { anOrder, NO_ORDERS, someOrders, someTotals } from "../../testing/order-entities.ts";
import { expectAccessibleAndFits } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { serveShop } from "../../testing/shop.ts";

const orders: CreatorOrder[] = [
  anOrder({ id: 31, buyer_email: null }),
  anOrder({ id: 30, status: "cancelled", paid_at: null }),
  anOrder({ id: 29, status: "pending", paid_at: null, buyer_email: null }),
  ...Array.from({ length: 28 }, (_, index) =>
    anOrder({
      id: 28 - index,
      product: { name: "A coffee", type: "tip" },
      amount_cents: 300,
      fee_cents: 15,
      net_cents: 285,
      buyer_email: `b${28 - index}@example.org`,
    }),
  ),
];

/** Filters and pages like the server. */
function serveOrders(server: FakeServer, all: readonly CreatorOrder[] = orders) {
  return server.respond(orderRoutes.list, ({ query }) => {
    const matching = all.filter(
      ({ status, product, buyer_email }) =>
        (query.status === "all" ||
          (query.status === "sales"
            ? SALE_STATUSES.some((sale) => sale === status)
            : status === (query.status === "to_ship" ? "paid" : query.status))) &&
        `${product.name} ${buyer_email}`.includes(query.search ?? ""),
    );
    const paid = matching.filter(({ status }) => status === "paid");
    const sum = (field: "amount_cents" | "fee_cents" | "net_cents") =>
      paid.reduce((total, order) => total + order[field], 0);
    const requested = Number(query.page ?? 1);
    return {
      orders: matching.slice((requested - 1) * ORDERS_PAGE_SIZE, requested * ORDERS_PAGE_SIZE),
      total: matching.length,
      page: requested,
      pageSize: ORDERS_PAGE_SIZE,
      totals: [],
      mockTotals:
        paid.length > 0
          ? [
              {
                ...someTotals({
                  paid: paid.length,
                  amount_cents: sum("amount_cents"),
                  fee_cents: sum("fee_cents"),
                  net_cents: sum("net_cents"),
                }),
                mode: null,
              },
            ]
          : [],
    };
  });
}

async function renderOrders(all?: readonly CreatorOrder[], query = "") {
  return renderConsole(`/dashboard/products?view=orders${query}`, {
    server: (server) => serveOrders(server, all),
  });
}

const row = (name: RegExp) => page.getByRole("row", { name });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const totals = () =>
  page
    .getByRole("definition")
    .elements()
    .map((element) => element.textContent);

afterEach(() => page.viewport(1280, 860));

test("filters, searches and pages the orders, and keeps that in the URL", async () => {
  const { router } = await renderOrders();
  const search = () => router.state.location.search;
  await expectText("29 orders, page 1 of 2");
  expect(document.title).toBe("Orders · Tessera");
  await expect.poll(totals).toEqual(["29", "€109.00", "€5.45", "€103.55"]);
  await button("Next").click();
  await expectText("29 orders, page 2 of 2");
  expect(search()).toBe("?view=orders&page=2");
  await expect.element(page.getByRole("row")).toHaveLength(5);
  await expect.element(page.getByRole("heading", { name: "Your orders" })).toHaveFocus();

  await page.getByLabelText("Status").selectOptions("Cancelled");
  await expect.element(row(/Bowl.*Cancelled/)).toBeVisible();
  expect(search()).toBe("?view=orders&status=cancelled");
  await expect.poll(totals).toEqual([]);
  await page.getByLabelText("Status").selectOptions("Pending");
  await expect.element(row(/Bowl.*Pending.*No email/)).toBeVisible();
  await page.getByLabelText("Status").selectOptions("All orders");
  await expectText("31 orders, page 1 of 2");
  await page.getByLabelText("Search").fill("b17@");
  await expect.element(page.getByText("1 order", { exact: true })).toBeVisible();
  expect(search()).toBe("?view=orders&status=all&search=b17%40");
  await expect.poll(totals).toEqual(["1", "€3.00", "€0.15", "€2.85"]);
  await expectLink("Export CSV", "/api/orders/export.csv?status=all&search=b17%40");
  await page.getByLabelText("Search").fill("nothing like it");
  await expectText("No matching orders.");
  await button("Show all orders").click();
  await expectText("31 orders, page 1 of 2");
  await expect.element(page.getByLabelText("Search")).toHaveValue("");
});

test("shows all sales at first, including refunded ones", async () => {
  await renderOrders([
    anOrder({ id: 5, status: "refunded" }),
    anOrder({ id: 4, status: "pending", paid_at: null }),
  ]);
  await expect.element(row(/Bowl.*Refunded/)).toBeVisible();
  await expect.element(row(/Pending/)).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Status")).toHaveValue("sales");
});

test("leads to the goods to ship, above the orders and their totals", async () => {
  const { router } = await renderConsole("/dashboard/products?view=orders&search=Bowl", {
    server: (server) => {
      serveOrders(server, [anOrder({ id: 5, to_ship: true })]);
      server.respond(orderOverviewRoutes.overview, { ...NO_ORDERS, to_ship: 2 });
    },
  });
  await expect.poll(totals).toHaveLength(4);
  const [list] = row(/Bowl/).elements();
  const [figure] = page.getByRole("definition").elements();
  if (!list || !figure) throw new Error("nothing listed");
  expect(list.compareDocumentPosition(figure)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await button("2 orders to ship").click();
  expect(router.state.location.search).toBe("?view=orders&status=to_ship");
  await expect.element(button("2 orders to ship")).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Status")).toHaveValue("to_ship");
  await expectLink("Ship order 5", "/dashboard/orders/5#ship");
});

test("opens the last page for a page number above it", async () => {
  const { router } = await renderOrders(orders, "&page=99");
  await expectText("29 orders, page 2 of 2");
  expect(router.state.location.search).toBe("?view=orders&page=2");
});

test("shows the filtered list of a URL", async () => {
  await renderOrders(orders, "&status=cancelled");
  await expect.element(row(/Bowl.*Cancelled/)).toBeVisible();
  await expect.element(page.getByLabelText("Status")).toHaveValue("cancelled");
});

test("explains to a creator without orders how to sell", async () => {
  await renderOrders([]);
  await expectText("No sales yet.");
  await expectText("Buyers aren't charged: payments run in test mode.");
  await expectLink("See your page", "/@vera");
  await expect.element(page.getByRole("link", { name: "Export CSV" })).not.toBeInTheDocument();
  await expectAccessible();
  await page.getByRole("button", { name: "Show orders of every status" }).click();
  await expectText("No orders yet.");
});

test("shows times in the creator's zone, and names UTC", async () => {
  const { unmount } = (await renderOrders([anOrder({ id: 1 })])).screen;
  await expect.element(row(/21 Nov 2026, 14:06 UTC/)).toBeVisible();
  await unmount();
  await renderConsole("/dashboard/products?view=orders", {
    creator: aCreator({ time_zone: "America/Los_Angeles" }),
    server: (server) => serveOrders(server, [anOrder({ id: 1, paid_at: "2026-11-23T02:05:00.000Z" })]),
  });
  await expect.element(row(/22 Nov 2026, 18:05(?! UTC)/)).toBeVisible();
});

test("shows amounts and test mode of an order", async () => {
  const free = anOrder({ id: 2, product: { name: "Sampler", type: "digital" }, downloads: 2 });
  await renderOrders(
    [
      { ...free, amount_cents: 0, fee_cents: 0, net_cents: 0 },
      anOrder({
        id: 1,
        provider: "stripe",
        mock: false,
        mode: "live",
        status: "partially_refunded",
        refunded_cents: 400,
        fee_returned_cents: 20,
        net_cents: 1995,
      }),
    ],
    "&status=all",
  );
  await expect
    .element(row(/Bowl Physical · #1.*€25\.00.*−€4\.00 refunded.*€19\.95.*Partially refunded/))
    .toBeVisible();
  await expect.element(row(/Sampler Digital · #2 · 2 downloads.*Free.*€0\.00.*Paid ?Mock/)).toBeVisible();
  await expectText(/^Orders marked Mock, Sandbox or Test were placed in test mode/);
  await expectAccessible();
});

const BEFORE = "before the payment provider's fee";

test("keeps totals of real money, test keys and the mock checkout apart", async () => {
  const sums = someTotals({ provider_fees_unknown: 1 });
  await renderConsole("/dashboard/products?view=orders", {
    server: (server) =>
      server.respond(orderRoutes.list, {
        ...someOrders([anOrder({ provider: "stripe", mock: false, mode: "live" })]),
        totals: [{ ...sums, amount_cents: 2500, refunded_cents: 400, disputed_cents: 300 }],
        mockTotals: [
          { ...sums, amount_cents: 700, provider_fees_unknown: 0, mode: null },
          { ...sums, paid: 3, amount_cents: 900, provider_fee_cents: 30, gets_cents: 2345, mode: "test" },
        ],
      }),
  });
  await expectText("Mock · no money was charged");
  await expectText("Test · no money was charged");
  await expect
    .poll(totals)
    .toEqual([
      ...["1", "€25.00", "€4.00", "€3.00", "€1.25", `€23.75${BEFORE}`],
      ...["1", "€7.00", "€1.25", "€23.75"],
      ...["3", "€9.00", "€1.25", "€0.30", `€23.45${BEFORE} of 1 order`],
    ]);
});

test("does not call orders of a real provider tests", async () => {
  await renderOrders([anOrder({ provider: "stripe", mock: false, mode: "live" })]);
  await expect.element(row(/Bowl/)).toBeVisible();
  await expect.element(page.getByText(/placed in test mode/)).not.toBeInTheDocument();
});

test("offers to load orders again", async () => {
  const { server } = await renderConsole("/dashboard/products?view=orders", {
    server: (server) => server.fail(orderRoutes.list, { status: 500, error: "Please try again." }),
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Please try again.");
  await expectAccessible();
  serveOrders(server);
  await button("Try again").click();
  await expectText("29 orders, page 1 of 2");
});

test("resends a receipt by keyboard, only after a confirmation", async () => {
  const { server } = await renderOrders([anOrder({ id: 7 })]);
  const resend = page.getByRole("button", { name: "Resend receipt of order 7 to buyer@example.org" });
  const dialog = page.getByRole("dialog", { name: "Resend receipt?" });
  await expect.element(resend).toBeVisible();
  (resend.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect
    .element(dialog)
    .toHaveTextContent("We'll email buyer@example.org the receipt for Bowl, with a link to the order.");
  await expectAccessible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(resend).toHaveFocus();

  await userEvent.keyboard("{Enter}");
  server.disconnect(orderRoutes.resend);
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("Couldn't resend the receipt.");
  const requests = server.respond(orderRoutes.resend, undefined);
  await dialog.getByRole("button", { name: "Resend" }).click();
  await expectText("Receipt sent to buyer@example.org.");
  await expect.element(resend).toHaveFocus();
  expect(requests).toMatchObject([{ params: { id: "7" } }]);
});

test("shows an order as a card on a phone, with the roles of a table", async () => {
  await page.viewport(360, 740);
  await renderOrders();
  await expect.element(row(/A coffee.*#28/)).toBeVisible();
  await expect.poll(() => page.getByRole("cell").elements().length).toBeGreaterThan(100);
  await expectAccessibleAndFits();
});

test.each([1024, 1180, 1280])(
  "shows orders uncut at %i px, with emails on two lines at most",
  async (width) => {
    await page.viewport(width, 860);
    await renderOrders([
      anOrder({
        status: "paid",
        amount_cents: 14_900,
        refunded_cents: 7_450,
        buyer_email: "buyer7@example.org",
        product: { name: "Leading without shouting (course)", type: "digital" },
      }),
    ]);
    const email = page.getByText("buyer7@example.org", { exact: true });
    await expect.element(email).toBeVisible();
    const table = page.getByRole("table").element();
    expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
    // Two lines of 15 px.
    const range = document.createRange();
    range.selectNodeContents(email.element());
    expect(range.getBoundingClientRect().height).toBeLessThan(50);
  },
);

test.each([1030, 1100, 1280])("keeps long German labels within the table at %i px", async (width) => {
  await page.viewport(width, 860);
  const resend = "Resend<hidden> receipt of order {number} to {email}</hidden>";
  const german = new Map([[resend, "Noch einmal schicken<hidden> {number} {email}</hidden>"]]);
  setDictionaries((language) => (language === "de" ? german : undefined));
  setLanguage("de");
  onTestFinished(() => {
    setDictionaries(() => undefined);
    setLanguage("en");
  });
  await renderOrders([anOrder({ to_ship: true, buyer_email: "buyer7@example.org" })]);
  await expect.element(page.getByRole("button", { name: /^Noch einmal schicken/ })).toBeVisible();
  const table = page.getByRole("table").element();
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement?.clientWidth ?? 0);
});

test("leads through the views of one path when switching to the orders and back", async () => {
  const { router } = await renderConsole("/dashboard/products", {
    server: (server) => {
      serveShop(server);
      serveOrders(server);
    },
  });
  const views = page.getByRole("navigation", { name: "Console" });
  await views.getByRole("link", { name: "Orders" }).click();
  await expectText("29 orders, page 1 of 2");
  await expect.element(views.getByRole("link", { name: "Orders" })).toHaveAttribute("aria-current", "page");
  await views.getByRole("link", { name: "Products" }).click();
  await expectText("No products yet.");
  expect(router.state.location.search).toBe("");
  await expect.poll(() => document.title).toBe("Products · Tessera");
});
