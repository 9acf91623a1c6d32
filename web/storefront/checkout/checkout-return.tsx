import { ClockIcon, TriangleAlertIcon, XIcon } from "lucide-react";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { PROCESSING_DAYS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { BuyerMessages } from "../../widgets/buyer-messages.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { CheckoutSuccess } from "./checkout-success.tsx";
import { MailLink } from "./order-state.tsx";
import { ReturnMessage } from "./return-message.tsx";
import { TestModeNote } from "./test-mode-note.tsx";

type ReturnModel = ModelOf<"checkout-return">;

export const CHECKOUT_FAILED = text("Something went wrong with the checkout.");

/** Returns why a checkout was not paid. */
export function failureOf({ checkoutToken, bought }: ReturnModel): string {
  if (bought?.isCancelled) return t("You cancelled the checkout.");
  return t(checkoutToken === null ? CHECKOUT_FAILED : "The payment failed.");
}

/** The result of a checkout. */
export function CheckoutReturn({ model }: { model: ReturnModel }) {
  const { status, orderToken, bought } = model;
  return (
    <CardPage brand={model.brand}>
      <div className="grid justify-items-center gap-4 py-2 text-center">
        <Outcome model={model} />
        {status !== "failure" && bought && !bought.isFree && <TestModeNote mode={bought.mode} isOver />}
        {status === "success" && bought && (
          <BuyerMessages
            creator={bought.creator}
            messages={model.messages}
            next={bought.next}
            email={bought.email}
            isMock={bought.mode === null}
          />
        )}
        {status !== "failure" && orderToken !== null && (
          <Button href={paths.order(orderToken)} className="w-full">
            {t("View your order")}
          </Button>
        )}
        <Retry model={model} />
        {status === "success" && <ReceiptNote model={model} />}
        {bought?.contact && (
          <p className="text-sm text-muted">
            {rich("Questions? Ask {email}.", { email: <MailLink email={bought.contact} /> })}
          </p>
        )}
        {model.handle === null ? (
          <Button href={paths.landing()} variant="quiet">
            {t("Go to homepage")}
          </Button>
        ) : (
          <BackToCreator handle={model.handle} />
        )}
      </div>
    </CardPage>
  );
}

/** Links back to an unpaid checkout. */
function Retry({
  model: { status, checkoutToken, isProcessing, paymentUrl, bought },
}: {
  model: ReturnModel;
}) {
  if (status === "success" || checkoutToken === null || isProcessing || bought?.isCancelled) return null;
  const isFailed = status === "failure";
  if (!isFailed && paymentUrl !== null)
    return (
      <>
        <Button href={paymentUrl} variant="primary" className="w-full">
          {t("Back to the payment")}
        </Button>
        <Button href={paths.pay(checkoutToken)} className="w-full">
          {t("Change the order")}
        </Button>
      </>
    );
  return (
    <Button href={paths.pay(checkoutToken)} variant={isFailed ? "primary" : "plain"} className="w-full">
      {t(isFailed ? "Try again" : "Back to the payment")}
    </Button>
  );
}

/** Tells how to return to the order later, if that is possible. */
function ReceiptNote({ model: { isReceiptSent, orderToken } }: { model: ReturnModel }) {
  if (isReceiptSent === null || (!isReceiptSent && orderToken === null)) return null;
  return (
    <p className="max-w-[25.3em] text-balance text-sm text-muted">
      {t(
        isReceiptSent
          ? "We emailed you a receipt with the link of your order page."
          : "No receipt was emailed. Keep the link of your order page to come back to it.",
      )}
    </p>
  );
}

function Outcome({ model }: { model: ReturnModel }) {
  const { status, checkoutToken, bought } = model;
  if (status === "success") return <CheckoutSuccess model={model} />;
  if (status === "pending")
    return (
      <ReturnMessage icon={<ClockIcon size={32} />} tone="bg-tint text-primary" title={t("Checkout pending")}>
        {pendingText(model)}
      </ReturnMessage>
    );
  if (bought?.isCancelled)
    return (
      <ReturnMessage icon={<XIcon size={32} />} tone="bg-tint text-primary" title={failureOf(model)}>
        {t("Nothing was charged. You can start again from the page.")}
      </ReturnMessage>
    );
  return (
    <ReturnMessage icon={<TriangleAlertIcon size={32} />} tone="bg-bad/12 text-bad" title={failureOf(model)}>
      {t(
        checkoutToken === null
          ? "Nothing was charged. You can try again from the page."
          : "Nothing was charged. You can try again.",
      )}
    </ReturnMessage>
  );
}

function pendingText({ orderToken, checkoutToken, isProcessing, nextPollUrl, bought }: ReturnModel): string {
  if (bought?.isHeld)
    return t(
      "Your payment does not match the order, so nothing was delivered yet. The seller has been notified; you do not need to pay again.",
    );
  if (isProcessing)
    return t(
      "Your payment is being processed. This can take up to {days, plural, one {# day} other {# days}}. We will email you when it is done; you do not need to pay again.",
      { days: PROCESSING_DAYS },
    );
  if (checkoutToken === null)
    return t(
      orderToken === null
        ? "Your order is being confirmed."
        : "Your order is being confirmed. Your order page shows the result.",
    );
  return t(
    nextPollUrl === null
      ? "The payment is not confirmed yet. We will email you when it is; you can close this page."
      : "We are waiting for the payment to be confirmed. This page looks again by itself.",
  );
}
