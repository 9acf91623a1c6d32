import { expect, test } from "vitest";
import { paths } from "../rules/paths.ts";
import { ORDER_PAGE, withCode } from "./code-in-url.ts";

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

test("order pages begin as their paths do", () => {
  expect(paths.pay("token")).toBe(`${ORDER_PAGE}token`);
});
