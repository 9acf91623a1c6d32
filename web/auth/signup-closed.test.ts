import { expect, test } from "vitest";
import { signupClosedText } from "./signup-closed.ts";

test("explains closed registration, and shows nothing while it is open", () => {
  expect(signupClosedText("invite")).toBe(
    "New accounts are by invitation only. Ask the administrator of this site for one.",
  );
  expect(signupClosedText("closed")).toBe("This site does not accept new accounts.");
  expect(signupClosedText("open")).toBeNull();
  expect(signupClosedText(undefined)).toBeNull();
});
