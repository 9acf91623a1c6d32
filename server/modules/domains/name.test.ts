import { expect, test } from "vitest";
import { AppError } from "../../platform/http/app-error.ts";
import { isApex, readDomainName } from "./name.ts";

const SITE = { publicUrl: "https://pages.studio.example.com:8443", target: "sites.example.net" };
const read = (text: string) => readDomainName(text, SITE);
/** Returns the id of the message with which a name is rejected. */
const rejectionOf = async (text: string) => {
  const error = await read(text).then(
    (name) => new Error(`accepted as ${name}`),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  expect(error).toMatchObject({ status: 400, code: "domains.invalid" });
  expect(error.issues?.[0]?.path).toEqual(["name"]);
  return error.text.replace(/\{.*/, "").replace("domains.", "");
};

test.for<[string, string]>([
  ["example.org", "example.org"],
  ["  Shop.Example.ORG ", "shop.example.org"],
  ["https://example.org/", "example.org"],
  ["example.org.", "example.org"],
  ["münchen.example.org", "xn--mnchen-3ya.example.org"],
  ["XN--MNCHEN-3YA.example.org", "xn--mnchen-3ya.example.org"],
  ["mu\u0308nchen.example.org", "xn--mnchen-3ya.example.org"],
  ["例え.jp", "xn--r8jz45g.jp"],
  ["例えabc.jp", "xn--abc-763b408n.jp"],
  ["anna.github.io", "anna.github.io"],
  ["other.example.com", "other.example.com"],
])("stores %s as %s", async ([typed, stored]) => {
  expect(await read(typed)).toBe(stored);
});

test.for<[string, string]>([
  ["*.example.org", "wildcard"],
  ["example.org/shop", "path"],
  ["example.org?x=1", "path"],
  ["example.org\\shop", "path"],
  ["example.org:8443", "port"],
  ["127.0.0.1", "address"],
  ["127.1", "address"],
  ["203.0.113.7:80", "address"],
  ["0x7f.0.0.1", "address"],
  ["[2001:db8::1]", "address"],
  ["2001:db8::1", "address"],
  ["my_shop.example.org", "underscore"],
  [`${"a".repeat(64)}.example.org`, "too_long"],
  [`${"a.".repeat(140)}example.org`, "too_long"],
  ["", "characters"],
  ["com", "characters"],
  ["exa mple.org", "characters"],
  ["anna@example.org", "characters"],
  ["example..org", "characters"],
  ["example.org..", "characters"],
  [".example.org", "characters"],
  ["-shop.example.org", "characters"],
  ["shop!.example.org", "characters"],
  ["xn--zz--.example.org", "idna"],
  ["xn--a.example.org", "idna"],
  // Cyrillic "а" among Latin letters.
  ["p\u0430ypal.example.org", "mixed_scripts"],
  ["localhost", "local"],
  ["shop.localhost", "local"],
  ["printer.local", "local"],
  ["nas.lan", "local"],
  ["pages.studio.example.com", "own_host"],
  ["studio.example.com", "own_host"],
  ["Example.COM.", "own_host"],
  ["sites.example.net", "own_host"],
  ["co.uk", "public_suffix"],
  ["github.io", "public_suffix"],
])("rejects %s with %s", async ([typed, id]) => {
  expect(await rejectionOf(typed)).toBe(id);
});

test("knows which names can have no CNAME record", async () => {
  const names = ["example.org", "example.co.uk", "www.example.org", "anna.github.io"];
  expect(await Promise.all(names.map(isApex))).toEqual([true, true, false, true]);
});
