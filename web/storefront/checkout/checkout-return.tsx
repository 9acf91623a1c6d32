import { CheckIcon, ClockIcon, DownloadIcon, TriangleAlertIcon } from "lucide-react";
import type { ReactNode } from "react";
import { DOWNLOAD_DAYS, PROCESSING_DAYS } from "../../../contract/limits.ts";
import type { PageModel } from "../../../contract/pages.ts";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/button.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage } from "../layout/card-page.tsx";

type ReturnModel = Extract<PageModel, { page: "checkout-return" }>;

export const CHECKOUT_FAILED = "Something went wrong with the checkout.";

/** What came of a checkout. */
export function CheckoutReturn({ model }: { model: ReturnModel }) {
  return (
    <CardPage brand={model.brand}>
      <div className="grid justify-items-center gap-4 py-2 text-center">
        <Outcome model={model} />
        {model.status !== "failure" && model.orderToken !== null && (
          <Button href={paths.order(model.orderToken)} className="w-full">
            View your order
          </Button>
        )}
        {model.status !== "success" && model.checkoutToken !== null && !model.isProcessing && (
          <Button
            href={paths.pay(model.checkoutToken)}
            variant={model.status === "failure" ? "primary" : "plain"}
            className="w-full"
          >
            {model.status === "failure" ? "Try again" : "Back to the payment"}
          </Button>
        )}
        {model.status === "success" && <ReceiptNote model={model} />}
        {model.handle === null ? (
          <Button href={paths.landing()} variant="quiet">
            Go to homepage
          </Button>
        ) : (
          <BackToCreator handle={model.handle} />
        )}
      </div>
    </CardPage>
  );
}

/** How to come back to the order later; nothing where that is not known. */
function ReceiptNote({ model: { isReceiptSent, orderToken } }: { model: ReturnModel }) {
  if (isReceiptSent === null || (!isReceiptSent && orderToken === null)) return null;
  return (
    <p className="max-w-[25.3em] text-balance text-sm text-muted">
      {isReceiptSent
        ? "We emailed you a receipt with the link of your order page."
        : "No receipt was emailed. Keep the link of your order page to come back to it."}
    </p>
  );
}

function Outcome({ model }: { model: ReturnModel }) {
  if (model.status === "success") return <Success model={model} />;
  if (model.status === "pending")
    return (
      <>
        <Seal look="bg-tint text-primary">
          <ClockIcon size={32} />
        </Seal>
        <h1 className="text-3xl">Checkout pending</h1>
        <p className="max-w-[25.3em] text-balance text-muted">{pendingText(model)}</p>
      </>
    );
  return (
    <>
      <Seal look="bg-bad/12 text-bad">
        <TriangleAlertIcon size={32} />
      </Seal>
      <h1 className="text-3xl text-balance">
        {model.checkoutToken === null ? CHECKOUT_FAILED : "The payment failed."}
      </h1>
      <p className="max-w-[25.3em] text-balance text-muted">
        {model.checkoutToken === null
          ? "Nothing was charged. You can try again from the page."
          : "Nothing was charged. You can try again."}
      </p>
    </>
  );
}

function pendingText({ orderToken, checkoutToken, isProcessing, nextLook }: ReturnModel): string {
  if (isProcessing)
    return `Your payment is being processed. This can take up to ${PROCESSING_DAYS} days. We will email you when it is done; you do not need to pay again.`;
  if (checkoutToken === null) {
    return orderToken === null
      ? "Your order is being confirmed."
      : "Your order is being confirmed. Your order page shows the result.";
  }
  return nextLook === null
    ? "The payment is not confirmed yet. We will email you when it is; you can close this page."
    : "We are waiting for the payment to be confirmed. This page looks again by itself.";
}

function Success({ model }: { model: ReturnModel }) {
  return (
    <>
      <Seal look="bg-good/14 text-good">
        <CheckIcon size={32} />
      </Seal>
      <h1 className="text-3xl">Order confirmed</h1>
      {model.downloadToken === null ? (
        <p className="max-w-[25.3em] text-balance text-muted">Thank you. There is nothing more to do.</p>
      ) : (
        <>
          <p className="text-muted">Thank you. Your file is ready.</p>
          <Button href={paths.download(model.downloadToken)} variant="primary" size="lg" className="w-full">
            <DownloadIcon size={20} />
            Download
          </Button>
          <p className="text-sm text-muted">This link works for {DOWNLOAD_DAYS} days.</p>
        </>
      )}
    </>
  );
}

function Seal({ look, children }: { look: string; children: ReactNode }) {
  return <span className={`grid size-18 place-items-center rounded-tile ${look}`}>{children}</span>;
}
