import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forAll } from "../../../../contract/rules/for-all.test-kit.ts";
import { csvLine } from "../../../platform/http/csv.ts";
import type { ListedOrder } from "../listing/listing.ts";
import { csvHeader, csvOf } from "./csv.ts";

const order: ListedOrder = {
  id: 7,
  createdAt: new Date("2026-11-21T14:05:09.123Z"),
  paidAt: new Date("2026-11-21T14:06:00Z"),
  lines: [{ name: "Bowl", type: "physical", bundleName: null, amountCents: 999 }],
  amountCents: 999,
  feeCents: 50,
  currency: "eur",
  status: "paid",
  buyerEmail: "buyer@example.org",
  downloadCount: 2,
  provider: "mock",
  mode: null,
  discountCents: 0,
  discountCode: null,
  shippingCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  feeReturnedCents: 0,
  providerFeeCents: null,
  restrictedAt: null,
  number: null,
  buyerCountry: "AT",
  buyerCompany: "Weber GmbH",
  buyerVatId: null,
  isFreeCopy: false,
  importedId: null,
  isToShip: false,
};

/** Parses one line as in RFC 4180. */
function cellsOf(line: string): string[] {
  expect(line.endsWith("\r\n")).toBe(true);
  const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}

test("writes an order as a line under its headings", () => {
  expect(csvHeader).toBe(
    "Order,Created (UTC),Paid (UTC),Product,Type,Amount,Platform fee,Net,Currency,Status,Buyer email,Downloads,Provider,Mode,Shipping,Refunded,Platform fee returned,Provider fee,Receipt,Buyer country,Buyer company,Buyer VAT ID,Disputed,Net after provider fee,Discount,Discount code,Price,Lines\r\n",
  );
  expect(csvOf(order)).toBe(
    "7,2026-11-21 14:05:09,2026-11-21 14:06:00,Bowl,physical,9.99,0.50,9.49,EUR,paid,buyer@example.org,2,mock,,0.00,0.00,0.00,,,AT,Weber GmbH,,0.00,,0.00,,9.99,9.99 Bowl\r\n",
  );
  expect(csvOf({ ...order, paidAt: null, buyerEmail: null, status: "pending" })).toContain(
    "2026-11-21 14:05:09,,Bowl,",
  );
});

test("writes the code, and the price before discount and shipping, of an order with a discount", () => {
  const sold = {
    ...order,
    amountCents: 5010,
    discountCents: 480,
    discountCode: "SUNDAY10",
    shippingCents: 690,
  };
  expect(csvOf(sold)).toMatch(/,4\.80,SUNDAY10,48\.00,/);
});

test("names each product of an order with its amount", () => {
  const lines = [
    { name: "Notes", type: "digital", bundleName: "Set", amountCents: 667 },
    { name: "Bowl, blue", type: "physical", bundleName: "Set", amountCents: 332 },
  ] as const;
  expect(csvOf({ ...order, lines: [...lines] })).toMatch(/,9\.99,"6\.67 Notes; 3\.32 Bowl, blue"\r\n$/);
});

test("subtracts disputes and provider fees in separate columns", () => {
  const lost = { ...order, mode: "live", disputedCents: 999, providerFeeCents: 40 } as const;
  expect(csvOf(lost)).toMatch(/,9\.99,0\.50,-0\.50,EUR,.*,9\.99,-0\.90,0\.00,,9\.99,/);
  expect(csvOf({ ...order, mode: "live", providerFeeCents: 40 })).toMatch(/,0\.00,9\.09,0\.00,,9\.99,/);
});

test("writes a negative amount, which sums include, for an order that cost more than it earned", () => {
  const refunded = { ...order, mode: "live", refundedCents: 999, feeReturnedCents: 0 } as const;
  expect(csvOf(refunded)).toContain(",9.99,0.50,-0.50,EUR,");
});

describe("a cell", () => {
  test.for([
    ['say "hi", twice', '"say ""hi"", twice"'],
    ["two\nlines", '"two\nlines"'],
    ["small; medium", '"small; medium"'],
    ["two\tcolumns", '"two\tcolumns"'],
    ["Grüße, 日本", '"Grüße, 日本"'],
    ["a - b = c", "a - b = c"],
    ["", ""],
  ])("%j is written %j", ([text, written]) => {
    expect(csvLine([text ?? ""])).toBe(`${written}\r\n`);
  });

  test.for([
    "=1+1",
    "+49 30",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "  =1",
    "\u200b=1",
    "＝1",
    '=HYPERLINK("https://evil.example","x")',
  ])("%j calculates nothing", (text) => {
    expect(cellsOf(csvLine(["a", text]))).toEqual(["a", `'${text}`]);
  });

  test("is read as the same text or with an apostrophe before it, and never as a formula", () => {
    const cell = fc.string({
      unit: fc.constantFrom('"', ",", "\r", "\n", "\t", "=", "+", "-", "@", " ", "a"),
    });
    forAll(fc.array(cell, { minLength: 1, maxLength: 5 }), (cells) => {
      const read = cellsOf(csvLine(cells));
      expect(read.map((text) => text.replace(/^'/, ""))).toEqual(cells);
      for (const text of read) expect(text).not.toMatch(/^[\s]*[=+\-@]|^[\t\r\n]/);
    });
  });
});
