import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Books, BooksMode, bookRoutes } from "../../../../contract/api/books.ts";
import { expectLink, expectText } from "../../../testing/expectations.ts";
import { someTotals } from "../../../testing/order-entities.ts";
import { expectAccessibleAtEveryWidth, expectFitsPhone } from "../../../testing/phone.ts";
import { renderConsole } from "../../../testing/render-console.tsx";

const sums = [someTotals({ paid: 2, provider_fees_unknown: 1, provider_fee_cents: 40, gets_cents: 2335 })];
const lost = [someTotals({ paid: 0, amount_cents: 0, fee_cents: 0, disputed_cents: 1000, net_cents: -1000 })];
const BOOKS: Books = {
  year: 2026,
  mode: "live",
  time_zone: "Europe/Berlin",
  choices: [
    { year: 2026, mode: "live" },
    { year: 2025, mode: "mock" },
  ],
  totals: sums,
  quarters: [{ quarter: 4, totals: sums }],
  months: [
    { month: 10, totals: lost },
    { month: 11, totals: sums },
  ],
  countries: [{ country: null, totals: sums }],
};

async function openBooks(books: Partial<Books> = {}) {
  return renderConsole("/dashboard/orders/books?year=2026", {
    server: (server) =>
      server.respond(bookRoutes.books, ({ query }) => ({
        ...BOOKS,
        ...books,
        year: Number(query.year),
        mode: BooksMode.parse(query.mode),
      })),
  });
}
const table = (title: string) => page.getByRole("region", { name: title });

test("sums quarters, months and countries and names unknown fees", async () => {
  await openBooks();
  await expect.element(page.getByRole("heading", { name: "Books 2026" })).toBeVisible();
  await expect.element(table("By quarter").getByRole("row").nth(1)).toHaveTextContent(/Quarter 4.*€25\.00/);
  const months = table("By month").getByRole("row");
  await expect.element(months.nth(1)).toHaveTextContent(/October 2026.*€10\.00.*−€10\.00/);
  await expect
    .element(months.nth(2))
    .toHaveTextContent(/November 2026.*€0\.40.*€23\.35before the payment provider's fee of 1 order/);
  await expectText("Not known", table("By country of the buyer"));
  await expectText(/in your time zone \(Europe\/Berlin\)/);
  await expectLink("Export CSV", "/api/orders/books.csv?year=2026&mode=live");
  await expectAccessibleAtEveryWidth();
  await expectFitsPhone();
});

test("shows another year or kind of sales and labels test sales", async () => {
  await openBooks();
  await page.getByLabelText("Sales", { exact: true }).selectOptions("Mock checkout");
  await expectText("These sales were a test: no money was charged.");
  await page.getByLabelText("Year").selectOptions("2025");
  await expect.element(page.getByRole("heading", { name: "Books 2025" })).toBeVisible();
  await expectLink("Export CSV", "/api/orders/books.csv?year=2025&mode=mock");
});

test("says that a year has no sales, and offers to load failed books again", async () => {
  const { screen } = await openBooks({ totals: [], quarters: [], months: [], countries: [] });
  await expectText("Nothing was sold, refunded or disputed in 2026.");
  await screen.unmount();
  await renderConsole("/dashboard/orders/books?year=2026", {
    server: (server) => server.fail(bookRoutes.books, { status: 500, error: "Something went wrong." }),
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
});

test("leads from a year without real sales to its test sales", async () => {
  await openBooks({
    choices: [
      { year: 2026, mode: "sandbox" },
      { year: 2025, mode: "mock" },
    ],
    totals: [],
  });
  await expectText("Nothing was sold, refunded or disputed for real money in 2026.");
  await expect.element(page.getByRole("button", { name: /mock checkout/ })).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Show sales of the sandbox" }).click();
  await expect.element(page.getByLabelText("Sales")).toHaveValue("sandbox");
});
