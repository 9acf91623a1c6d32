import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readSource } from "./read-source.ts";

const SALES = readFileSync(new URL("./fixtures/gumroad-sales.csv", import.meta.url), "utf8");
const read = async (text: string) => {
  const found = await readSource(text);
  const prices = found?.rows.map(({ title, price }) => [title, price?.cents, price?.currency]);
  return { source: found?.source, prices, leftOut: found?.leftOut };
};

test("reads each product of the sales once, with its usual price, and leaves out memberships and totals", async () => {
  expect(await read(SALES)).toEqual({
    source: "gumroad",
    prices: [
      ['Brush set, "Wet"', 1250, "usd"],
      ["Sampler", 0, "usd"],
    ],
    leftOut: [{ name: "Monthly club", reason: "recurring" }],
  });
});

test("reads semicolons and quotes", async () => {
  const text = 'Item Name;Product ID;Sale Price ($);Purchase ID\r\n"A; ""b""";p;"1.234,50";x\r\n';
  expect(await read(text)).toMatchObject({ prices: [['A; "b"', 123_450, "usd"]] });
});

test("reads a list of products with a currency", async () => {
  const text =
    "Name,Permalink,Currency,Price\nPoster,poster,EUR,9\nMap,map,xyz,$3.5\n=cmd|' /C calc'!A0,c,EUR,1\n";
  expect((await read(text)).prices).toEqual([
    ["Poster", 900, "eur"],
    ["Map", 350, "usd"],
    ["=cmd|' /C calc'!A0", 100, "eur"],
  ]);
});

test.each(["", "free", "-5", "1e9", "9999999999999999", "<b>5</b>", "=1+1"])(
  "names a product with the price %j as left out",
  async (price) => {
    const { prices, leftOut } = await read(`Name,Permalink,Price\nPoster,p,${price}\n`);
    expect({ prices, leftOut }).toEqual({ prices: [], leftOut: [{ name: "Poster", reason: "price" }] });
  },
);

test("leaves lists of links and other files to their readers", async () => {
  expect((await read("title,url\nShop,https://shop.example/")).source).toBe("csv");
  expect((await read("name,price\nShop,3")).source).toBeUndefined();
});
