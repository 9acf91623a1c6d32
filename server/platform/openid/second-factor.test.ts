import { expect, test } from "vitest";
import { assertsSecondFactor } from "./second-factor.ts";

test.each([
  [["mfa"], null, true],
  [["pwd", "otp"], null, true],
  [["pin", "hwk"], null, true],
  [["hwk", "fpt"], null, true],
  [[], "phr", true],
  [["pwd"], "https://refeds.org/profile/mfa", true],
  [["pwd"], null, false],
  [["pwd", "pin"], null, false],
  [["otp"], null, false],
  [["otp", "sms"], null, false],
  [["pwd", "constructor"], null, false],
  [["user", "pwd"], "1", false],
  [[], null, false],
])(
  "decides whether the methods %j in the class %j assert a second factor: %s",
  (methods, contextClass, asserted) => {
    expect(assertsSecondFactor({ methods, contextClass })).toBe(asserted);
  },
);
