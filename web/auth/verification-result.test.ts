import { expect, test } from "vitest";
import { verificationResult } from "./verification-result.ts";

const visitor = { isSignedIn: false, isVerified: false };
const unverified = { isSignedIn: true, isVerified: false };

test("shows success to a verified user, signed in or not", () => {
  for (const viewer of [visitor, { isSignedIn: true, isVerified: true }])
    expect(verificationResult("success", viewer)).toMatchObject({ isSuccess: true, title: "Email verified" });
});

test("never claims by URL that an unverified user is verified", () => {
  expect(verificationResult("success", unverified)).toMatchObject({
    isSuccess: false,
    title: "Not verified yet",
    text: expect.stringMatching(/we can send you a new one\.$/),
  });
});

test("offers a new link instead of an expired one, to a signed-out user after signing in", () => {
  expect(verificationResult("expired", unverified)).toMatchObject({
    isSuccess: false,
    title: "This link has expired",
    text: expect.stringMatching(/We can send you a new one\.$/),
  });
  expect(verificationResult("expired", visitor).text).toMatch(/Sign in to get a new one\.$/);
});

test.each([null, "", "invalid", "anything"])("reads status %j as an invalid link", (status) => {
  expect(verificationResult(status, visitor)).toMatchObject({
    isSuccess: false,
    title: "This link does not work",
  });
});

test("reports no error of an old link to a verified user", () => {
  for (const status of ["expired", "invalid"]) {
    expect(verificationResult(status, { isSignedIn: true, isVerified: true })).toMatchObject({
      isSuccess: true,
      title: "Already verified",
    });
  }
});
