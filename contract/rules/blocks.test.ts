import { expect, test } from "vitest";
import { blocksOfEmail, blocksOfLink, normalizeBlock } from "./blocks.ts";

test.each([
  ["email_domain", " @Mail.Example ", "mail.example"],
  ["email_domain", "*.mail.example.", "mail.example"],
  ["email_domain", "bücher.example", "xn--bcher-kva.example"],
  ["email_domain", "ｍａｉｌ.exam\u200bple", "mail.example"],
  ["handle", "@Anna", "anna"],
  ["handle", "\u200eＡnna*", "anna*"],
  ["link", "https://spam.example/a\u200b", "spam.example/a"],
  ["handle", "bank**", "bank*"],
  ["link", "Spam.Example", "spam.example"],
  ["link", "https://spam.example/", "spam.example"],
  ["link", "https://spam.example/Offer?a=1#top", "spam.example/Offer?a=1"],
  ["link", "spam.example:8443/x", "spam.example:8443/x"],
] as const)("stores a block of %s for %j as %j", (kind, text, stored) => {
  expect(normalizeBlock(kind, text)).toBe(stored);
});

test.each([
  ["email_domain", "example"],
  ["email_domain", "a@b.example"],
  ["email_domain", "1.2"],
  ["handle", "*"],
  ["handle", "a*b"],
  ["handle", "a b c"],
  ["link", "javascript:alert(1)"],
  ["link", "https://user@spam.example/"],
  ["link", "com"],
  ["link", ""],
] as const)("rejects a block of %s for %j", (kind, text) => {
  expect(normalizeBlock(kind, text)).toBeUndefined();
});

test("matches an email with blocks of its domain and its parent domains", () => {
  expect(blocksOfEmail("a@Mx.Mail.Example")).toEqual(["mx.mail.example", "mail.example"]);
  expect(blocksOfEmail("no email")).toEqual([]);
});

test.each(["https://shop.spam.example/a", "http://SPAM.example./a", "https://user:pw@spam.example:444/a#x"])(
  "matches the link %s with the block of its domain",
  (link) => {
    expect(blocksOfLink(link)).toContain("spam.example");
  },
);

test("matches a link with an exact block in any notation", () => {
  const block = normalizeBlock("link", "https://host.example/a%20b/?q=1");
  expect(blocksOfLink("http://HOST.example./a b?q=1#part")).toContain(block);
  expect(blocksOfLink("https://host.example/other")).not.toContain(block);
  expect(blocksOfLink("https://notspam.example")).not.toContain("spam.example");
});
