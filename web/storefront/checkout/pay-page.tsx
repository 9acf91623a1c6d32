import type { ModelOf } from "../../../contract/pages/pages.ts";
import type { OrderStatus } from "../../../contract/rules/order-states.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";
import { CardPage, Note } from "../layout/card-page.tsx";
import { MessagePage } from "../layout/message-page.tsx";
import { takenCents } from "./offer-box.tsx";
import { OpenInBrowser } from "./open-in-browser.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PayOrderForm } from "./pay-order-form.tsx";
import { SettledCheckout } from "./settled-checkout.tsx";
import { TestModeNote } from "./test-mode-note.tsx";

/** A failed or expired payment can be retried. */
const PAYABLE: ReadonlySet<OrderStatus> = new Set(["pending", "failed", "expired"]);

/** The page before the payment: product, seller and price. Card data is entered at the provider. In test mode, the page says so. */
export function PayPage({ model }: { model: ModelOf<"pay"> }) {
  const { order, unavailable, isInAppBrowser } = model;
  return (
    <CardPage brand={model.brand}>
      <div className="grid grid-cols-1 gap-5" data-part="checkout">
        <h1 className="text-3xl">{t("Checkout")}</h1>
        {order.price.total_cents > 0 && <TestModeNote mode={model.mode} />}
        <OrderSummary order={order} priceCents={order.price.item_cents - takenCents(order)} />
        {unavailable !== null || !PAYABLE.has(order.status) ? (
          <Settled model={model} />
        ) : (
          <>
            {order.status === "failed" && (
              <Note tone="bad" role="alert">
                {t("The payment failed. Nothing was charged; you can try again.")}
              </Note>
            )}
            {isInAppBrowser && order.price.total_cents > 0 && !order.mock && (
              <OpenInBrowser>
                {t("For Apple Pay or Google Pay, open this page in your browser.")}
              </OpenInBrowser>
            )}
            <PayOrderForm model={model} />
          </>
        )}
      </div>
    </CardPage>
  );
}

function Settled({
  model: { checkoutToken, order, unavailable, unavailablePart },
}: {
  model: ModelOf<"pay">;
}) {
  const { handle } = order.creator;
  if (order.status === "cancelled") return <SettledCheckout state="cancelled" handle={handle} />;
  const isProcessing = order.status === "processing";
  if (unavailable !== null && !isProcessing)
    return <SettledCheckout state={unavailable} part={unavailablePart} handle={handle} />;
  return (
    <SettledCheckout state={isProcessing ? "processing" : "paid"} handle={handle}>
      <Button href={paths.payReturn(checkoutToken)} variant="primary" className="grow">
        {t(isProcessing ? "See how it went" : "Go to your order")}
      </Button>
    </SettledCheckout>
  );
}

/** Opens the provider's page by script, because the page's policy blocks a form's redirect to another host. */
export function ToProvider({ model: { url, provider, brand } }: { model: ModelOf<"to-provider"> }) {
  return (
    <CardPage brand={brand}>
      <div className="grid justify-items-center gap-4 py-2 text-center">
        <h1 className="text-3xl text-balance">{t("Taking you to {provider}…", { provider })}</h1>
        <p className="max-w-[25.3em] text-balance text-muted">
          {t("You enter your card there. If nothing happens, continue by the button.")}
        </p>
        <Button href={url} variant="primary" size="lg" className="w-full" data-part="to-provider">
          {t("Continue to {provider}", { provider })}
        </Button>
      </div>
    </CardPage>
  );
}

export function CheckoutNotFound() {
  return (
    <MessagePage title={t("Checkout not found.")}>
      {t("This checkout does not exist any more. Start again from the creator's page; nothing was charged.")}
    </MessagePage>
  );
}
