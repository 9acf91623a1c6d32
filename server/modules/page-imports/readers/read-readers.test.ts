import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { MAX_READERS } from "../../../../contract/api/reader-imports.ts";
import { parseTime } from "../csv-table.ts";
import { readReaders } from "./read-readers.ts";

const now = new Date("2026-11-29T12:00:00Z");
const fixture = (name: string) => readFileSync(new URL(`./fixtures/${name}.csv`, import.meta.url), "utf8");
const read = (text: string, name?: string) => readReaders(text, { now, name });
const rowsOf = async (text: string) =>
  (await read(text)).readers.map(({ email, confirmedAt }) => [email, confirmedAt !== null]);
const GHOST = "email,subscribed_to_emails,created_at\n";

describe("a list of readers", () => {
  test("of Ghost has those who receive emails, without a proof", async () => {
    expect(await read(fixture("ghost"))).toEqual({
      source: "ghost",
      readers: [
        { email: "anna@readers.example", subscribedAt: "2023-04-01T08:00:00.000Z", confirmedAt: null },
        { email: "bert@readers.example", subscribedAt: "2023-05-01T08:00:00.000Z", confirmedAt: null },
      ],
      ...{ unsubscribed: 1, repeated: 0 },
      invalid: { count: 1, first: [{ line: 5, text: "not an address" }] },
    });
  });

  test("of Substack leaves out disabled emails", async () => {
    const found = await read(fixture("substack"));
    expect(found).toMatchObject({ source: "substack", unsubscribed: 1 });
    expect(await rowsOf(fixture("substack"))).toEqual([
      ["carla@readers.example", false],
      ["dora@readers.example", false],
    ]);
  });

  test("of Mailchimp proves only signups by a form that were confirmed afterwards", async () => {
    expect((await read(fixture("mailchimp"))).source).toBe("mailchimp");
    expect(await rowsOf(fixture("mailchimp"))).toEqual([
      ["emma@readers.example", true],
      ["frida@readers.example", false],
      ["gerd@readers.example", false],
    ]);
  });

  test("of Buttondown proves active readers who signed up themselves", async () => {
    const found = await read(fixture("buttondown"));
    expect(found).toMatchObject({ source: "buttondown", unsubscribed: 3 });
    expect(await rowsOf(fixture("buttondown"))).toEqual([
      ["hanna@readers.example", true],
      ["imported@readers.example", false],
      ["waiting@readers.example", false],
    ]);
    expect(found.readers[0]?.confirmedAt).toBe("2024-03-01T09:00:00.000Z");
  });

  test.each([";", "\t"])("is read with the delimiter %j, in any order of columns", async (delimiter) => {
    const text = [
      ["CREATED_AT", "Email", "more", "Subscribed To Emails"],
      ["2024-01-01", "a@b.example", "x", "true"],
    ];
    expect(await rowsOf(text.map((row) => row.join(delimiter)).join("\r\n"))).toEqual([
      ["a@b.example", false],
    ]);
  });

  test("counts an email once, and not at all if it has left in any row", async () => {
    const rows = "a@b.example,true,\nA@B.example,true,\nleft@b.example,true,\nleft@b.example,false,\n";
    const { readers, repeated, unsubscribed } = await read(GHOST + rows);
    expect({ emails: readers.map(({ email }) => email), repeated, unsubscribed }).toEqual({
      ...{ emails: ["a@b.example"], repeated: 1, unsubscribed: 2 },
    });
  });

  test("names formulas, names, several addresses and empty cells as invalid", async () => {
    const cells = [
      "=cmd|' /C calc'!A0",
      '"Anna <a@b.example>"',
      '"a@b.example,c@d.example"',
      "",
      "@b.example",
    ];
    const { readers, invalid } = await read(GHOST + cells.map((cell) => `${cell},true,`).join("\n"));
    expect(readers).toEqual([]);
    expect(invalid.count).toBe(5);
    expect(invalid.first.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
    expect(invalid.first[0]?.text).toBe("=cmd|' /C calc'!A0");
  });

  test.each([
    ["", "unreadable"],
    ["hello", "unreadable"],
    ["<html><body>email</body></html>", "unreadable"],
    ["email,name\na@b.example,Anna", "unreadable"],
    [`${GHOST}"a@b.example,true,`, "unreadable"],
    [GHOST, "empty"],
    [`${GHOST},,\n`, "empty"],
  ])("rejects %j as %s", async (text, code) => {
    await expect(read(text)).rejects.toMatchObject({ status: 422, code: `reader_imports.${code}` });
  });

  test("rejects more than the maximum of rows", async () => {
    const rows = (count: number) =>
      GHOST + Array.from({ length: count }, (_, at) => `reader${at}@b.example,true,`).join("\n");
    expect((await read(rows(MAX_READERS))).readers).toHaveLength(MAX_READERS);
    await expect(read(rows(MAX_READERS + 1))).rejects.toMatchObject({ code: "reader_imports.too_many" });
  });

  test("rejects Mailchimp's files of people who left", async () => {
    for (const name of [
      "unsubscribed_segment_export_1.csv",
      "cleaned_email_audience_export_1.csv",
      "nonsubscribed_1.csv",
    ])
      await expect(read(fixture("mailchimp"), name)).rejects.toMatchObject({ code: "reader_imports.left" });
    expect((await read(fixture("mailchimp"), "subscribed_segment_export_1.csv")).readers).toHaveLength(3);
    const left = "Email Address,UNSUB_TIME,LEID\na@b.example,2024-01-01 10:00:00,1\n";
    expect(await read(left)).toMatchObject({ readers: [], unsubscribed: 1 });
    const cleaned = "Email Address,CLEAN_TIME,LEID\na@b.example,2024-01-01 10:00:00,1\n";
    expect(await read(cleaned)).toMatchObject({ readers: [], unsubscribed: 1 });
  });
});

test.each([
  ["2024-05-01", "2024-05-01T00:00:00.000Z"],
  ["2024-05-01 12:30", "2024-05-01T12:30:00.000Z"],
  ["2024-05-01 12:30:10 UTC", "2024-05-01T12:30:10.000Z"],
  ["2024-05-01T12:30:10+0200", "2024-05-01T10:30:10.000Z"],
  ["2024-13-01", undefined],
  ["2030-01-01", undefined],
  ["0001-01-01", undefined],
  ["05/01/2024", undefined],
  ["", undefined],
])("reads the time %j", (text, expected) => {
  expect(parseTime(text, now)?.toISOString()).toBe(expected);
});
