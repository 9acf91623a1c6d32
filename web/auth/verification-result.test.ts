import { expect, test } from "vitest";
import { verificationResult } from "./verification-result.ts";

const nobody = { signedIn: false, verified: false };
const unverified = { signedIn: true, verified: false };

test("a link that worked is good news, whoever looks at it", () => {
  expect(verificationResult("success", nobody)).toMatchObject({ good: true, title: "Email verified" });
  expect(verificationResult("success", unverified).good).toBe(true);
});

test("an expired link offers a new one: at once to who is signed in, after login to others", () => {
  expect(verificationResult("expired", unverified)).toMatchObject({
    good: false,
    title: "This link has expired",
    text: expect.stringMatching(/We can send you a new one\.$/),
  });
  expect(verificationResult("expired", nobody).text).toMatch(/Log in, and/);
});

test.each([null, "", "invalid", "anything"])("status %j is a link that does not work", (status) => {
  expect(verificationResult(status, nobody)).toMatchObject({ good: false, title: "This link does not work" });
});

test("an old link alarms nobody who is verified already", () => {
  for (const status of ["expired", "invalid"]) {
    expect(verificationResult(status, { signedIn: true, verified: true })).toMatchObject({
      good: true,
      title: "Already verified",
    });
  }
});
