import { expect, test } from "vitest";
import { maskEmail } from "./presenter.ts";

test.for([
  ["anna@example.org", "a…@example.org"],
  ["a@example.org", "a…@example.org"],
  ["first.last+tag@mail.example.co.uk", "f…@mail.example.co.uk"],
  ['"odd@name"@example.org', '"…@example.org'],
  ["💐x@example.org", "💐…@example.org"],
] as const)("%s is shown as %s", ([email, shown]) => {
  expect(maskEmail(email)).toBe(shown);
});
