import { describe, expect, test } from "vitest";
import {
  codeOf,
  emailOf,
  emailPartOf,
  identifierOf,
  nameOf,
  secretOf,
  trimBlank,
  withAsciiDigits,
} from "./meanings.ts";

test.for([
  ["info@müller.example", "info@xn--mller-kva.example"],
  ["Info@MÜLLER.example", "info@xn--mller-kva.example"],
  ["info@mu\u0308ller.example", "info@xn--mller-kva.example"],
  ["info@XN--MLLER-KVA.example", "info@xn--mller-kva.example"],
  ["ｉｎｆｏ＠example.org", "info@example.org"],
  ["info@example。org", "info@example.org"],
  ["\u200einfo@exam\u200bple.org\u2060", "info@example.org"],
  ["anna", "anna"],
])("returns the email %j as %j", ([typed = "", email]) => {
  expect(emailOf(typed)).toBe(email);
});

test("returns a searched part of an email in the form of stored emails", () => {
  expect(["Müller.example", "ＡＮＮＡ", "a@müller.example", "@b.org"].map(emailPartOf)).toEqual([
    "xn--mller-kva.example",
    "anna",
    "a@xn--mller-kva.example",
    "@b.org",
  ]);
});

test("keeps a domain's digits of another script", () => {
  expect(emailOf("a@٤.example")).not.toBe(emailOf("a@4.example"));
});

test.for(["0123456789", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९", "０１２３４５６７８９", "𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙"])(
  "replaces %s with the digits from 0 to 9",
  (digits) => {
    expect(withAsciiDigits(digits.normalize("NFKC"))).toBe("0123456789");
  },
);

describe("a text is trimmed", () => {
  test("removes white space, format and direction characters", () => {
    expect(trimBlank("\ufeff\u200e \u202aa\u200bb\u202c\u00a0\u2060\n")).toBe("a\u200bb");
    expect(trimBlank("\u200b ")).toBe("");
  });

  test("keeps joiners and tags of its last letter", () => {
    for (const text of ["ന്\u200d", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}", "❤\ufe0f"])
      expect(nameOf(text)).toBe(text);
  });
});

test("returns equal-looking identifiers and codes in one notation", () => {
  expect(identifierOf("ﬁne\u200d Art\u00ad")).toBe("fine Art");
  expect(codeOf(" SUMMER–１٠ ")).toBe("SUMMER-10");
});

test("keeps spaces and invisible characters of a password", () => {
  expect(secretOf(" Ka\u0308se\u200b ")).toBe(" Käse\u200b ");
});

test("keeps a letter with more marks than any script uses", () => {
  const text = `e\u0301${"\u0316\u0301".repeat(20_000)}`;
  expect(nameOf(text)).toBe(text);
});
