import { expect, test } from "vitest";
import { returnErrorText } from "./return-errors.ts";

test("returns no message without an error", () => {
  expect(returnErrorText(null)).toBeNull();
});

test("names the alternative to Google sign-in", () => {
  expect(returnErrorText("google_unavailable")).toMatch(/not available here.*email and password/);
});

test("names the operator's own provider, and passwords only if they exist", () => {
  const site = { oidcName: "Example Inc", passwordLogin: true };
  expect(returnErrorText("oidc_denied", site)).toBe(
    "Signing in with Example Inc was cancelled. Try again, or use your email and password.",
  );
  expect(returnErrorText("oidc_no_email", site)).toMatch(/^Example Inc did not send your email/);
  expect(returnErrorText("oidc_unstated", site)).toMatch(/Ask the people who run this site/);
  expect(returnErrorText("oidc_domain", site)).toMatch(/does not accept that Example Inc email/);
  const closed = { ...site, passwordLogin: false };
  for (const reason of ["unavailable", "denied", "expired", "unverified", "no_email", "unstated", "failed"])
    expect(returnErrorText(`oidc_${reason}`, closed), reason).not.toMatch(/password/);
  expect(returnErrorText("link_expired", closed)).toMatch(/used before or has expired/);
});

test("names no reason without the provider's name, which the page may not know yet", () => {
  for (const site of [undefined, { oidcName: null, passwordLogin: true }])
    expect(returnErrorText("oidc_denied", site)).toBe(
      "Signing in did not work. Please try again, or use your email and password.",
    );
  expect(returnErrorText("oidc_denied", { oidcName: null, passwordLogin: false })).toBe(
    "Signing in did not work. Please try again.",
  );
});

test("returns messages for a cancelled or expired sign-in and an unconfirmed email", () => {
  expect(returnErrorText("google_denied")).toMatch(/cancelled/);
  expect(returnErrorText("google_expired")).toMatch(/too long/);
  expect(returnErrorText("google_unverified")).toMatch(/has not confirmed that email yet/);
});

test("returns a message for a new account rejected by closed registration", () => {
  expect(returnErrorText("google_signup_closed")).toMatch(/no account.*does not accept new accounts/);
});

test.each(["", "google_failed", "constructor", "__proto__", "<b>x</b>"])(
  "returns the general message for any other code: %j",
  (code) => {
    const text = returnErrorText(code);
    expect(text).toBe(
      "Signing in with Google did not work. Please try again, or use your email and password.",
    );
  },
);
