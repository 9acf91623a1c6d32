import { expect, test } from "vitest";
import { listSerious } from "./audit.ts";

const url = "https://example.org/advisory-1";
const report = {
  vulnerabilities: {
    parser: { via: [{ url, title: "Quadratic parsing", severity: "high" }, "another-package"] },
    logger: { via: [{ url: "https://example.org/advisory-2", title: "Typo", severity: "moderate" }] },
  },
};
const found = `parser: high: Quadratic parsing ${url}`;

test("lists high and critical advisories, but no others", () => {
  expect(listSerious(report, {}, "2026-11-22")).toEqual([found]);
});

test("omits a waived advisory until its date", () => {
  const waivers = { [url]: { reason: "Only our own files are parsed.", until: "2026-12-01" } };
  expect(listSerious(report, waivers, "2026-12-01")).toEqual([]);
  expect(listSerious(report, waivers, "2026-12-02")).toEqual([`${found} (waived until 2026-12-01)`]);
});
