import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Matches a fixed hour of the current day, which is in the future for part of each day. Midnight, the start of the day, is always past. */
const FIXED_HOURS = [
  /\.set(?:UTC)?Hours\(\s*(?!0\b)\d/,
  /date_trunc\('day',\s*(?:now|clock_timestamp|transaction_timestamp)\(\)[^`"]*\+ interval/,
  /\bcurrent_date\b[^`"]*\+ (?:interval|time)/,
  /(?:today|toISOString\(\)\.slice\(0, 10\))[^`"'\n]*[}"'`+ ]+T(?!00:00)\d\d:/i,
  /Temporal\.Now[^;]*(?:\.with\(\{[^}]*hour|plainTime:|PlainTime\.from)/,
];
const hasFixedHour = (source: string) => FIXED_HOURS.some((pattern) => pattern.test(source));

test.each([
  "new Date().setUTCHours(12, 0, 0, 0)",
  "(date_trunc('day', now() at time zone 'UTC') - make_interval(days => 1) + interval '12 hours')",
  "current_date + interval '9 hours'",
  `new Date(\`\${today}T12:00:00Z\`)`,
  `\`\${new Date().toISOString().slice(0, 10)}T23:00Z\``,
  "Temporal.Now.zonedDateTimeISO().with({ hour: 12 })",
])("finds %s as a fixed hour of today", (source) => {
  expect(hasFixedHour(source)).toBe(true);
});

test.each([
  "new Date(Date.now() - 3_600_000)",
  "new Date().setUTCHours(0, 0, 0, 0)",
  "(date_trunc('day', now() at time zone 'UTC') - make_interval(days => 3)) at time zone 'UTC'",
  'parse("2026-03-29T12:00:00Z")',
])("accepts %s", (source) => {
  expect(hasFixedHour(source)).toBe(false);
});

test("finds no fixed hour of today in tests", () => {
  const tests = globSync(
    "{contract,server,web,scripts,bench,e2e}/**/*.{test,spec,drill,test-kit,test-suite}.{ts,tsx}",
    {
      exclude: ["scripts/checks/hours-of-today.test.ts"],
    },
  );
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter((path) => hasFixedHour(readFileSync(path, "utf8")))).toEqual([]);
});
