import type { ReactNode } from "react";
import type { OrderStatus } from "../../../contract/order-states.ts";
import type { PageModel } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/button.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage, Note } from "../layout/card-page.tsx";
import { MoneyNote } from "./money-note.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { PayOrderForm } from "./pay-order-form.tsx";

type PayModel = Extract<PageModel, { page: "pay" }>;

/** A payment that failed or expired can be tried again. */
const PAYABLE: ReadonlySet<OrderStatus> = new Set(["pending", "failed", "expired"]);

const UNAVAILABLE = {
  expired: "This checkout has expired. Nothing was charged; you can start again from the page.",
  not_for_sale: "This is no longer for sale. Nothing was charged.",
} as const;

/** The page before paying: what is bought, who sells, what it costs. Card data is entered on the provider's page. */
export function PayPage({ model }: { model: PayModel }) {
  const { order, unavailable, isInAppBrowser } = model;
  return (
    <CardPage brand={model.brand}>
      <div className="grid grid-cols-1 gap-5" data-part="checkout">
        <h1 className="text-3xl">Checkout</h1>
        {order.price.total_cents > 0 && <MoneyNote mode={model.mode} />}
        <OrderSummary order={order} />
        {unavailable !== null || !PAYABLE.has(order.status) ? (
          <Settled model={model} />
        ) : (
          <>
            {order.status === "failed" && (
              <Note tone="bad" role="alert">
                The payment failed. Nothing was charged; you can try again.
              </Note>
            )}
            {isInAppBrowser && order.price.total_cents > 0 && <OpenInBrowser />}
            <PayOrderForm model={model} />
          </>
        )}
      </div>
    </CardPage>
  );
}

/** Apps show pages in a browser of their own, in which no wallet appears. */
function OpenInBrowser() {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-tint px-4 py-3 text-[15px]">
      <p className="min-w-0 grow basis-56">For Apple Pay or Google Pay, open this page in your browser.</p>
      <span data-enhance="copy-link">
        <Button size="sm" hidden data-part="copy">
          Copy link
        </Button>
        <span role="status" className="font-semibold" data-part="copied" />
      </span>
    </div>
  );
}

function Settled({ model: { checkoutToken, order, unavailable } }: { model: PayModel }) {
  const back = <BackToCreator handle={order.creator.handle} variant="plain" className="grow" />;
  if (order.status === "processing")
    return (
      <SettledText text="Your payment is being processed. Nothing is charged twice.">
        <Button href={paths.payReturn(checkoutToken)} variant="primary" className="grow">
          See how it went
        </Button>
        {back}
      </SettledText>
    );
  if (order.status === "cancelled")
    return (
      <SettledText text="This checkout was cancelled. Nothing was charged; you can start again from the page.">
        {back}
      </SettledText>
    );
  if (unavailable !== null) return <SettledText text={UNAVAILABLE[unavailable]}>{back}</SettledText>;
  return (
    <SettledText text="This order is already paid. Nothing is charged twice.">
      <Button href={paths.payReturn(checkoutToken)} variant="primary" className="grow">
        Go to your order
      </Button>
      {back}
    </SettledText>
  );
}

function SettledText({ text, children }: { text: string; children: ReactNode }) {
  return (
    <>
      <p className="font-semibold">{text}</p>
      <div className="flex flex-wrap gap-2.5">{children}</div>
    </>
  );
}

type ToProviderModel = Extract<PageModel, { page: "to-provider" }>;

/** Leads to the provider's page. Not a redirect: after a form, the page's policy would block one to another host. */
export function ToProvider({ model: { url, provider, brand } }: { model: ToProviderModel }) {
  return (
    <CardPage brand={brand}>
      <div className="grid justify-items-center gap-4 py-2 text-center">
        <h1 className="text-3xl text-balance">Taking you to {provider}…</h1>
        <p className="max-w-[25.3em] text-balance text-muted">
          You enter your card there. If nothing happens, continue by the button.
        </p>
        <Button href={url} variant="primary" size="lg" className="w-full" data-part="to-provider">
          Continue to {provider}
        </Button>
      </div>
    </CardPage>
  );
}
