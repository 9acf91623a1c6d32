import type { CheckoutOrder } from "../../../contract/api/checkout.ts";
import type { PageModel } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { MessagePage } from "../layout/message-page.tsx";
import { MoneyNote } from "./money-note.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PayForm } from "./pay-form.tsx";
import { SettledCheckout } from "./settled-checkout.tsx";

type MockCheckoutModel = Extract<PageModel, { page: "mock-checkout" }>;

/** The checkout that moves no money and states this; otherwise it works like a real one. */
export function MockCheckout({ model }: { model: MockCheckoutModel }) {
  const { checkoutToken, order, unavailable } = model;
  return (
    <CardPage brand={model.brand}>
      <div className="grid grid-cols-1 gap-5">
        <h1 className="text-3xl">Checkout</h1>
        <MoneyNote mode={null} />
        <OrderSummary order={order} />
        {unavailable !== null ? (
          <SettledCheckout state={unavailable} handle={order.creator.handle} />
        ) : order.status === "pending" ? (
          <PayForm model={model} />
        ) : (
          <Settled checkoutToken={checkoutToken} order={order} />
        )}
      </div>
    </CardPage>
  );
}

function Settled({ checkoutToken, order }: { checkoutToken: string; order: CheckoutOrder }) {
  const { handle } = order.creator;
  if (order.status !== "paid")
    return <SettledCheckout state={order.status === "cancelled" ? "cancelled" : "failed"} handle={handle} />;
  return (
    <SettledCheckout state="paid" handle={handle}>
      <form method="post" action={paths.mockCheckout(checkoutToken)} className="grow">
        <Button type="submit" name="action" value="pay" variant="primary" className="w-full">
          Go to your order
        </Button>
      </form>
    </SettledCheckout>
  );
}

export function CheckoutNotFound() {
  return (
    <MessagePage title="Checkout not found.">
      This checkout does not exist any more. Start again from the creator’s page; nothing was charged.
    </MessagePage>
  );
}
