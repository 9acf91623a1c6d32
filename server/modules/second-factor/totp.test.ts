import { generateSync } from "otplib";
import { expect, test } from "vitest";
import { DEFAULT_SITE } from "../../../contract/rules/site.ts";
import { describeSetUp, newSecret, stepOfCode } from "./totp.ts";

const secret = newSecret();
const SECONDS = 1_800_000_015;
const STEP = Math.floor(SECONDS / 30);
/** Returns the code of an independent implementation at a time. */
const codeAt = (seconds: number) =>
  generateSync({
    secret: describeSetUp(secret, { site: DEFAULT_SITE, email: "a@x.io", host: "x.io" }).secret,
    epoch: seconds,
  });

test.each([
  [0, 0],
  [-30, -1],
  [30, 1],
])("accepts a code from a phone that is %i s off as step %i", (drift, step) => {
  expect(stepOfCode(secret, { code: codeAt(SECONDS + drift), seconds: SECONDS })).toBe(STEP + step);
});

test.each([-60, 60, 3600])("rejects a code that is %i s off", (drift) => {
  expect(stepOfCode(secret, { code: codeAt(SECONDS + drift), seconds: SECONDS })).toBeUndefined();
});

test.each(["", "12345", "1234567", "abcdef", "١٢٣٤٥٦"])("rejects %j", (code) => {
  expect(stepOfCode(secret, { code, seconds: SECONDS })).toBeUndefined();
});

test("returns the SHA-1 code of RFC 6238 at 59 s", () => {
  const known = Buffer.from("12345678901234567890");
  expect(stepOfCode(known, { code: "287082", seconds: 59 })).toBe(1);
});

test("names the site and the account in a setup with a secret of 20 bytes", () => {
  const setUp = describeSetUp(secret, {
    site: { name: "Atelier" },
    email: "anna+1@example.org",
    host: "tiles.example",
  });
  const uri = new URL(setUp.uri);
  expect(uri.protocol + uri.host).toBe("otpauth:totp");
  expect(decodeURIComponent(uri.pathname)).toBe("/Atelier (tiles.example):anna+1@example.org");
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Atelier (tiles.example)",
    secret: setUp.secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  });
  expect(setUp.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(setUp.qr).toMatch(/^<svg .*<\/svg>$/s);
  expect(newSecret()).toHaveLength(20);
});
