import { expect, test } from "vitest";
import { paths } from "../rules/paths.ts";
import { withCode } from "./code-in-url.ts";

const PAGE = "https://tessera.example/@ada?tile=3";

test.each([
  ["/checkout/pay/token", `${PAGE}&code=SPRING-26`, "/checkout/pay/token?code=SPRING-26"],
  ["/checkout/pay/token", `${PAGE}&code=a%26b%3D1`, "/checkout/pay/token?code=a%26b%3D1"],
  ["/checkout/pay/token", PAGE, "/checkout/pay/token"],
  ["/checkout/pay/token", `${PAGE}&code=`, "/checkout/pay/token"],
  ["/checkout/mock/token", `${PAGE}&code=SPRING-26`, "/checkout/mock/token?code=SPRING-26"],
  ["/checkout/return", `${PAGE}&code=SPRING-26`, "/checkout/return"],
])("leads to %s from %s: %s", (next, page, expected) => {
  expect(withCode(next, page)).toBe(expected);
});

test.for(["free", "mock"] as const)("passes a code to the page of a checkout (%s)", (provider) => {
  expect(withCode(paths.checkout(provider, "token"), `${PAGE}&code=A`)).toMatch(/\/token\?code=A$/);
});
