import { expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  type DiscountSeries,
  type DiscountSeriesInput,
  discountSeriesRoutes,
} from "../../../contract/api/discount-series.ts";
import { discountRoutes } from "../../../contract/api/discounts.ts";
import { productRoutes } from "../../../contract/api/products.ts";
import { aCreator, aProduct } from "../../testing/console-entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { aSeries } from "../../testing/series.ts";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = (name: string) => page.getByRole("dialog", { name });
const row = (name: RegExp) => page.getByRole("row", { name });

function serveSeries(server: FakeServer, given: DiscountSeries[]) {
  let series = given;
  server.respond(discountRoutes.list, { discounts: [] });
  server.respond(productRoutes.list, {
    products: [
      aProduct({ id: 7, name: "Bowl" }),
      aProduct({ id: 8, name: "Film" }),
      aProduct({ id: 9, name: "Thanks", type: "tip" }),
    ],
  });
  server.respond(discountSeriesRoutes.list, () => ({ series }));
  const created = server.respond(discountSeriesRoutes.create, ({ body }) => {
    const { name, count, percentOff, productIds } = body as DiscountSeriesInput;
    const entity = aSeries({
      id: 100,
      name,
      count,
      used: 0,
      percent_off: percentOff,
      product_ids: productIds,
    });
    series = [entity, ...series];
    return { series: entity };
  });
  const updated = server.respond(discountSeriesRoutes.update, ({ params, body }) => {
    series = series.map((each) => (each.id === Number(params.id) ? { ...each, ...(body as object) } : each));
    return { series: series[0] ?? aSeries() };
  });
  const removed = server.respond(discountSeriesRoutes.remove, ({ params }) => {
    series = series.filter(({ id }) => id !== Number(params.id));
    return undefined;
  });
  return { created, updated, removed };
}

async function renderSeries(series: DiscountSeries[] = []) {
  let served: ReturnType<typeof serveSeries> | undefined;
  const rendered = await renderConsole("/dashboard/products?view=discounts", {
    creator: aCreator(),
    server: (server) => {
      served = serveSeries(server, series);
    },
  });
  if (!served) throw new Error("no fake server");
  return { ...rendered, ...served };
}

test("creates a series for chosen products and lists it", async () => {
  const { created } = await renderSeries();
  await expect.element(page.getByText("No series yet.")).toBeVisible();
  await button("Create a series").click();
  await expect.element(field("Percent off")).toHaveValue("100");
  await field("Name").fill("Press");
  await field("Number of codes").fill("500");
  await field("For").selectOptions("Chosen products");
  await expect.element(field("Thanks")).not.toBeInTheDocument();
  await field("Film").click();
  await field("Prefix").fill("PRESS");
  await expectAccessibleAtEveryWidth();
  await button("Create codes").click();
  await expect.element(page.getByText("500 codes created.")).toBeVisible();
  await expect.element(row(/^Press 100% off · Film/)).toHaveTextContent("0 of 500 used");
  await expect.element(dialog("Create a series")).not.toBeInTheDocument();
  expect(created.map(({ body }) => body)).toEqual([
    {
      name: "Press",
      count: 500,
      percentOff: 100,
      productIds: [8],
      prefix: "PRESS",
      startsAt: null,
      endsAt: null,
    },
  ]);
});

test("shows errors at their fields, also the server's, and keeps the input", async () => {
  const { server, created } = await renderSeries();
  await button("Create a series").click();
  await field("Number of codes").fill("501");
  await field("Prefix").fill("for press");
  await field("Percent off").fill("12.5");
  await field("For").selectOptions("Chosen products");
  await button("Create codes").click();
  await expect.element(field("Name")).toHaveAccessibleDescription(/Name is required\.$/);
  await expect.element(field("Number of codes")).toHaveAccessibleDescription(/from 1 to 500\.$/);
  await expect.element(field("Percent off")).toHaveAccessibleDescription(/from 1 to 100\.$/);
  await expect.element(field("Prefix")).toHaveAccessibleDescription(/with single hyphens between them\.$/);
  await expect.element(page.getByText("Choose at least one product.")).toBeVisible();
  expect(created).toEqual([]);
  await field("Name").fill("Press");
  await field("Number of codes").fill("20");
  await field("Prefix").fill("");
  await field("Percent off").fill("50");
  await field("Bowl").click();
  server.fail(discountSeriesRoutes.create, {
    status: 403,
    error: "You can have at most 20 series of codes.",
  });
  await button("Create codes").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("You can have at most 20 series of codes.");
  await expect.element(field("Name")).toHaveValue("Press");
});

test("links the codes of a series and turns it off and on", async () => {
  const { server, updated } = await renderSeries([aSeries({ id: 4, product_ids: [7, 99] })]);
  await expect.element(row(/^Press 100% off · 2 products 12 of 500 used Active/)).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Download CSV of Press" }))
    .toHaveAttribute("href", "/api/discounts/series/4/codes.csv");
  await button("Turn off Press").click();
  await expect.element(row(/^Press .* Inactive/)).toBeVisible();
  await expect.element(button("Turn on Press")).toHaveFocus();
  expect(updated[0]?.body).toEqual({ active: false });
  server.fail(discountSeriesRoutes.update, { status: 500, error: "Something went wrong." });
  await button("Turn on Press").click();
  await expect.element(page.getByText("Something went wrong.")).toBeVisible();
  await expect.element(row(/^Press .* Inactive/)).toBeVisible();
});

test("asks before deleting a series, then moves the focus to the heading", async () => {
  const { removed } = await renderSeries([aSeries()]);
  await button("Delete Press").click();
  const question = dialog("Delete this series?");
  await expect.element(question).toHaveTextContent("488 of them unused");
  await expect.element(question).toHaveTextContent("This cannot be undone.");
  await expectAccessibleAtEveryWidth();
  await button("Cancel").click();
  expect(removed).toEqual([]);
  await button("Delete Press").click();
  await button("Delete series").click();
  await expect.element(page.getByText("No series yet.")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Series", exact: true })).toHaveFocus();
});

test("offers to load the series again after a failure", async () => {
  const { server, queryClient } = await renderSeries();
  await expect.element(page.getByText("No series yet.")).toBeVisible();
  server.fail(discountSeriesRoutes.list, { status: 500, error: "Something went wrong." });
  await queryClient.resetQueries({ queryKey: ["discount-series"] });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong.");
  server.respond(discountSeriesRoutes.list, { series: [aSeries()] });
  await button("Try again").click();
  await expect.element(row(/^Press/)).toBeVisible();
});

test("fits a phone with long names and the maximum of series", async () => {
  const many = Array.from({ length: 20 }, (_, id) =>
    aSeries({ id, name: `${id}${"W".repeat(98)}`, used: 500, ends_at: "2099-09-30T23:59:00.000Z" }),
  );
  await renderSeries(many);
  await expect.element(page.getByText("You have 20 series. Delete one to add another.")).toBeVisible();
  await expect.element(button("Create a series")).toBeDisabled();
  await expect.element(row(/^0W+ .* Used up/)).toBeVisible();
  await expectAccessibleAtEveryWidth();
});
