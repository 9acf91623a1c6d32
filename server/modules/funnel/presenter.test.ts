import { expect, test } from "vitest";
import type { SaleFacet } from "./presenter.ts";
import { joinFacets, presentTable } from "./presenter.ts";

const sold = (key: string, { currency, paid, each }: { currency: string; paid: number; each: number }) =>
  ({
    dimension: "source",
    key,
    label: currency,
    paid,
    amount_cents: paid * each,
    refunded_cents: 0,
    disputed_cents: 0,
    fee_cents: 0,
    fee_returned_cents: 0,
  }) satisfies SaleFacet;
const order = (sales: SaleFacet[]) => presentTable(joinFacets([], sales).get("source")).map(({ key }) => key);

test("sorts rows of one currency by revenue", () => {
  const few = sold("few", { currency: "eur", paid: 1, each: 9000 });
  expect(order([sold("many", { currency: "eur", paid: 3, each: 1000 }), few])).toEqual(["few", "many"]);
});

test("sorts rows of several currencies by sales", () => {
  const few = sold("few", { currency: "eur", paid: 1, each: 9000 });
  const many = [
    sold("many", { currency: "eur", paid: 2, each: 1000 }),
    sold("many", { currency: "usd", paid: 1, each: 1000 }),
  ];
  expect(order([few, ...many])).toEqual(["many", "few"]);
});
