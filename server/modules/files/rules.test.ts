import fc from "fast-check";
import { expect, test } from "vitest";
import { forAll } from "../../../contract/rules/for-all.test-kit.ts";
import {
  attachment,
  cleanFileName,
  isFileId,
  newFileId,
  parseRange,
  sizeText,
  typeOfDownload,
  withExtensionOf,
} from "./rules.ts";

test("makes ids of 160 random bits in 32 lower-case letters and digits", () => {
  expect(newFileId(() => new Uint8Array(20))).toBe("a".repeat(32));
  expect(newFileId(() => new Uint8Array(20).fill(255))).toBe("7".repeat(32));
  const ids = new Set(Array.from({ length: 1000 }, () => newFileId()));
  expect(ids.size).toBe(1000);
  for (const id of ids) expect(isFileId(id)).toBe(true);
});

test("accepts only valid ids", () => {
  for (const value of [
    "",
    "../../etc/passwd",
    "A".repeat(32),
    "a".repeat(31),
    `${"a".repeat(32)}\n`,
    "a\u0000",
  ]) {
    expect(isFileId(value), value).toBe(false);
  }
});

test("cleans a file name to one visible line", () => {
  const names: [string | undefined, string][] = [
    ["glaze notebook.pdf", "glaze notebook.pdf"],
    ["Übung – 陶器 🏺.zip", "Übung – 陶器 🏺.zip"],
    ["../../x.html", "x.html"],
    ["C:\\Users\\anna\\pot.png", "pot.png"],
    ["a\u0000.png", "a.png"],
    ["a\r\nSet-Cookie: x=1", "aSet-Cookie: x=1"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["two\u2028lines", "twolines"],
    ["half \ud83c.txt", "half \ufffd.txt"],
    ["..", "file"],
    ["folder/", "file"],
    ["  ", "file"],
    ["", "file"],
    [undefined, "file"],
    ["CON", "CON"],
  ];
  for (const [given, shown] of names) expect(cleanFileName(given)).toBe(shown);
});

test("shortens a long name before its extension", () => {
  const name = cleanFileName(`${"🏺".repeat(300)}.tar.gz`);
  expect([...name]).toHaveLength(200);
  expect(name.endsWith("🏺.gz")).toBe(true);
  expect([...cleanFileName(`a.${"b".repeat(300)}`)]).toHaveLength(200);
});

test("names a download for old and new clients, whatever its characters", () => {
  expect(attachment("notes.pdf")).toBe(`attachment; filename="notes.pdf"; filename*=UTF-8''notes.pdf`);
  expect(attachment('Töpfe "1" (a).zip')).toBe(
    `attachment; filename="Topfe _1_ (a).zip"; filename*=UTF-8''T%C3%B6pfe%20%221%22%20%28a%29.zip`,
  );
  expect(attachment("a\r\nX-Evil: 1")).toBe(
    `attachment; filename="aX-Evil: 1"; filename*=UTF-8''aX-Evil%3A%201`,
  );
  expect(attachment("..\uff0fetc")).toContain('filename=".._etc"');
  expect(attachment("\u0301")).toContain('filename="file"');
  forAll(fc.string({ unit: "binary", maxLength: 300 }), (name) => {
    expect(attachment(name)).toMatch(
      /^attachment; filename="[\x20\x21\x23-\x2e\x30-\x7e]+"; filename\*=UTF-8''[A-Za-z0-9%._~!$&+^`|{}#-]+$/,
    );
  });
});

test("returns the requested range of a file", () => {
  const cases: [string | undefined, ReturnType<typeof parseRange>][] = [
    [undefined, null],
    ["bytes=0-", { start: 0, end: 99 }],
    ["bytes=0-0", { start: 0, end: 0 }],
    ["bytes=10-19", { start: 10, end: 19 }],
    ["bytes=90-1000", { start: 90, end: 99 }],
    ["bytes=-10", { start: 90, end: 99 }],
    ["bytes=-1000", { start: 0, end: 99 }],
    ["bytes=100-", "unsatisfiable"],
    ["bytes=-0", "unsatisfiable"],
    ["bytes=5-4", null],
    ["bytes=-", null],
    ["bytes=0-1,5-6", null],
    ["bytes=a-b", null],
    ["pages=1-2", null],
    ["bytes=99999999999999999999-", null],
  ];
  for (const [header, range] of cases) expect(parseRange(header, 100), header).toEqual(range);
});

test("formats a size in the largest unit that fits", () => {
  expect(sizeText(512 * 1024 ** 2)).toBe("512 MB");
  expect(sizeText(1.5 * 1024 ** 2)).toBe("1.5 MB");
  expect(sizeText(2048)).toBe("2 KB");
  expect(sizeText(100)).toBe("100 bytes");
});

test.each([
  ["Notes.PDF", "application/pdf"],
  ["book.epub", "application/epub+zip"],
  ["page.html", "application/octet-stream"],
  ["drawing.svg", "application/octet-stream"],
  ["no extension", "application/octet-stream"],
  ["notes.pdf.exe", "application/octet-stream"],
])("a download named %s is sent as %s", (name, type) => {
  expect(typeOfDownload(name)).toBe(type);
});

test.each([
  ["notes.pdf", "Chapter 1", "Chapter 1.pdf"],
  ["notes.pdf", "Chapter 1.PDF", "Chapter 1.PDF"],
  ["notes.epub", "Chapter 1.pdf", "Chapter 1.pdf.epub"],
  ["notes", "Chapter 1", "Chapter 1"],
])("gives the upload %s named %j the name %j", (upload, name, expected) => {
  expect(withExtensionOf(upload, name)).toBe(expected);
});
