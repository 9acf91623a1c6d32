import { expect, test } from "vitest";
import { verificationResult } from "./verification-result.ts";

const nobody = { signedIn: false, verified: false };
const unverified = { signedIn: true, verified: false };

test("a link that worked is good news to who verified by it, signed in or not", () => {
  for (const person of [nobody, { signedIn: true, verified: true }])
    expect(verificationResult("success", person)).toMatchObject({ isSuccess: true, title: "Email verified" });
});

test("nobody unverified is told to be verified, whatever the address says", () => {
  expect(verificationResult("success", unverified)).toMatchObject({
    isSuccess: false,
    title: "Not verified yet",
    text: expect.stringMatching(/we can send you a new one\.$/),
  });
});

test("an expired link offers a new one: at once to who is signed in, after login to others", () => {
  expect(verificationResult("expired", unverified)).toMatchObject({
    isSuccess: false,
    title: "This link has expired",
    text: expect.stringMatching(/We can send you a new one\.$/),
  });
  expect(verificationResult("expired", nobody).text).toMatch(/Log in, and/);
});

test.each([null, "", "invalid", "anything"])("status %j is a link that does not work", (status) => {
  expect(verificationResult(status, nobody)).toMatchObject({
    isSuccess: false,
    title: "This link does not work",
  });
});

test("an old link alarms nobody who is verified already", () => {
  for (const status of ["expired", "invalid"]) {
    expect(verificationResult(status, { signedIn: true, verified: true })).toMatchObject({
      isSuccess: true,
      title: "Already verified",
    });
  }
});
