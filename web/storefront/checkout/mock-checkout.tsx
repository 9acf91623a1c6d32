import type { ReactNode } from "react";
import type { CheckoutOrder } from "../../../contract/checkout.ts";
import type { PageModel } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/button.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { MessagePage } from "../layout/message-page.tsx";
import { CHECKOUT_FAILED } from "./checkout-return.tsx";
import { MoneyNote } from "./money-note.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PayForm } from "./pay-form.tsx";

type MockCheckoutModel = Extract<PageModel, { page: "mock-checkout" }>;

const UNAVAILABLE = {
  expired: "This checkout has expired. Nothing was charged; you can start again from the page.",
  not_for_sale: "This is no longer for sale. Nothing was charged.",
} as const;

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
          <SettledText text={UNAVAILABLE[unavailable]}>
            <BackToCreator handle={order.creator.handle} variant="plain" className="grow" />
          </SettledText>
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
  const back = <BackToCreator handle={order.creator.handle} variant="plain" className="grow" />;
  if (order.status === "paid")
    return (
      <SettledText text="This order is already paid. Nothing is charged twice.">
        <form method="post" action={paths.mockCheckout(checkoutToken)} className="grow">
          <Button type="submit" name="action" value="pay" variant="primary" className="w-full">
            Go to your order
          </Button>
        </form>
        {back}
      </SettledText>
    );
  if (order.status === "cancelled")
    return (
      <SettledText text="This checkout was cancelled. Nothing was charged; you can start again from the page.">
        {back}
      </SettledText>
    );
  return <SettledText text={CHECKOUT_FAILED}>{back}</SettledText>;
}

function SettledText({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <p className="font-semibold">{text}</p>
      <div className="flex flex-wrap gap-2.5">{children}</div>
    </>
  );
}

export function CheckoutNotFound() {
  return (
    <MessagePage title="Checkout not found.">
      This checkout does not exist any more. Start again from the creator’s page; nothing was charged.
    </MessagePage>
  );
}
