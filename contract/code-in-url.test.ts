import { expect, test } from "vitest";
import { withCode } from "./code-in-url.ts";

const PAGE = "https://tessera.example/@ada?tile=3";

test.each([
  ["/checkout/pay/token", `${PAGE}&code=SPRING-26`, "/checkout/pay/token?code=SPRING-26"],
  ["/checkout/pay/token", `${PAGE}&code=a%26b%3D1`, "/checkout/pay/token?code=a%26b%3D1"],
  ["/checkout/pay/token", PAGE, "/checkout/pay/token"],
  ["/checkout/pay/token", `${PAGE}&code=`, "/checkout/pay/token"],
  ["/checkout/mock/token", `${PAGE}&code=SPRING-26`, "/checkout/mock/token"],
])("buying leads to %s from %s: %s", (next, page, expected) => {
  expect(withCode(next, page)).toBe(expected);
});
