import type { PageModel } from "../../../contract/pages.ts";
import { CheckoutReturn } from "./checkout-return.tsx";
import { CheckoutNotFound, MockCheckout } from "./mock-checkout.tsx";
import { OrderNotFound, OrderPage } from "./order-page.tsx";

export type CheckoutAreaModel = Extract<
  PageModel,
  { page: "mock-checkout" | "checkout-missing" | "checkout-return" | "order" | "order-missing" }
>;

/** Pages of buying and of what was bought. */
export function CheckoutArea({ model }: { model: CheckoutAreaModel }) {
  switch (model.page) {
    case "mock-checkout":
      return <MockCheckout {...model} />;
    case "checkout-missing":
      return <CheckoutNotFound />;
    case "checkout-return":
      return <CheckoutReturn model={model} />;
    case "order":
      return <OrderPage {...model} />;
    case "order-missing":
      return <OrderNotFound />;
  }
}
