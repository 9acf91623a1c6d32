import { expect, test } from "vitest";
import { createCdnHeaders } from "./cdn-headers.ts";
import { encodeHtml } from "./html.ts";

let now = 0;
const page = { ...encodeHtml("<p>Anna</p>") };
const { headersOf, isConstant } = createCdnHeaders({ seconds: 5, staleSeconds: 30 }, () => now);

test("sends no CDN headers without a CDN", () => {
  const none = createCdnHeaders({ seconds: 0, staleSeconds: 30 }, () => now);
  expect(none.headersOf(page)).toEqual({});
  expect(none.isConstant({ ...page, changesAt: 1 })).toBe(true);
});

test("lets a CDN cache a page for some seconds and serve it stale for some more, while browsers revalidate each time", () => {
  expect(headersOf(page)).toEqual({
    "Cache-Control": "public, max-age=0, must-revalidate, s-maxage=5, stale-while-revalidate=30",
    "CDN-Cache-Control": "public, max-age=5, stale-while-revalidate=30",
    "Surrogate-Control": "max-age=5, stale-while-revalidate=30",
  });
  expect(isConstant(page)).toBe(true);
  const strict = createCdnHeaders({ seconds: 5, staleSeconds: 0 }, () => now);
  expect(strict.headersOf(page)["Surrogate-Control"]).toBe("max-age=5");
});

test("lets no page be cached beyond its next scheduled change, by the database's clock", () => {
  const planned = { ...page, changesAt: 100_000 };
  const timesAt = (time: number) => {
    now = time;
    return [isConstant(planned), headersOf(planned)["Surrogate-Control"]];
  };
  expect(timesAt(65_000)).toEqual([true, "max-age=5, stale-while-revalidate=30"]);
  expect(timesAt(65_001)).toEqual([false, "max-age=5, stale-while-revalidate=29"]);
  expect(timesAt(95_000)).toEqual([false, "max-age=5"]);
  expect(timesAt(98_500)).toEqual([false, "max-age=1"]);
  expect(timesAt(99_500)).toEqual([false, "max-age=0"]);
  expect(timesAt(200_000)).toEqual([false, "max-age=0"]);
});
