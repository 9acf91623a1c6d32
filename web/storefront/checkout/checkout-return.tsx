import { CheckIcon, ClockIcon, DownloadIcon, MailIcon, TriangleAlertIcon, XIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { BoughtItem } from "../../../contract/pages/bought-item.ts";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { DOWNLOAD_DAYS, PROCESSING_DAYS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { BuyerMessages } from "../../widgets/buyer-messages.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { SaveInBrowser } from "./open-in-browser.tsx";
import { MailLink } from "./order-state.tsx";
import { TestModeNote } from "./test-mode-note.tsx";

type ReturnModel = ModelOf<"checkout-return">;

export const CHECKOUT_FAILED = "Something went wrong with the checkout.";

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
            creator={bought.creator || "The seller"}
            messages={model.messages}
            next={bought.next}
            email={bought.email}
            isMock={bought.mode === null}
          />
        )}
        {status !== "failure" && orderToken !== null && (
          <Button href={paths.order(orderToken)} className="w-full">
            View your order
          </Button>
        )}
        <Retry model={model} />
        {status === "success" && <ReceiptNote model={model} />}
        {bought?.contact && (
          <p className="text-sm text-muted">
            Questions? Ask <MailLink email={bought.contact} />.
          </p>
        )}
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
          Back to the payment
        </Button>
        <Button href={paths.pay(checkoutToken)} className="w-full">
          Change the order
        </Button>
      </>
    );
  return (
    <Button href={paths.pay(checkoutToken)} variant={isFailed ? "primary" : "plain"} className="w-full">
      {isFailed ? "Try again" : "Back to the payment"}
    </Button>
  );
}

/** Tells how to return to the order later, if that is possible. */
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
  const { status, checkoutToken, bought } = model;
  if (status === "success") return <Success model={model} />;
  if (status === "pending")
    return (
      <Message icon={<ClockIcon size={32} />} tone="bg-tint text-primary" title="Checkout pending">
        {pendingText(model)}
      </Message>
    );
  if (bought?.isCancelled)
    return (
      <Message icon={<XIcon size={32} />} tone="bg-tint text-primary" title="You cancelled the checkout.">
        Nothing was charged. You can start again from the page.
      </Message>
    );
  return (
    <Message
      icon={<TriangleAlertIcon size={32} />}
      tone="bg-bad/12 text-bad"
      title={checkoutToken === null ? CHECKOUT_FAILED : "The payment failed."}
    >
      Nothing was charged. You can try again{checkoutToken === null ? " from the page" : ""}.
    </Message>
  );
}

type MessageProps = { icon: ReactNode; tone: string; title: string; children: ReactNode };

function Message({ icon, tone, title, children }: MessageProps) {
  return (
    <>
      <StatusIcon tone={tone}>{icon}</StatusIcon>
      <h1 className="text-3xl text-balance">{title}</h1>
      <p className="max-w-[25.3em] text-balance text-muted [overflow-wrap:anywhere]">{children}</p>
    </>
  );
}

function pendingText({ orderToken, checkoutToken, isProcessing, nextPollUrl, bought }: ReturnModel): string {
  if (bought?.isHeld)
    return "Your payment does not match the order, so nothing was delivered yet. The seller has been notified; you do not need to pay again.";
  if (isProcessing)
    return `Your payment is being processed. This can take up to ${PROCESSING_DAYS} days. We will email you when it is done; you do not need to pay again.`;
  if (checkoutToken === null) {
    return orderToken === null
      ? "Your order is being confirmed."
      : "Your order is being confirmed. Your order page shows the result.";
  }
  return nextPollUrl === null
    ? "The payment is not confirmed yet. We will email you when it is; you can close this page."
    : "We are waiting for the payment to be confirmed. This page looks again by itself.";
}

function Success({ model }: { model: ReturnModel }) {
  const { downloadToken, orderToken, bought } = model;
  const files = bought?.files ?? 1;
  const mailFirst = model.isInAppBrowser && model.sendsReceipts && orderToken !== null;
  if (downloadToken === null)
    return (
      <Message icon={<CheckIcon size={32} />} tone="bg-good/14 text-good" title="Order confirmed">
        {bought === null ? "Thank you." : thanks(bought)}
      </Message>
    );
  return (
    <>
      <Message icon={<CheckIcon size={32} />} tone="bg-good/14 text-good" title="Order confirmed">
        {files > 1 ? `Thank you. Your ${files} files are ready.` : "Thank you. Your file is ready."}
      </Message>
      {model.isInAppBrowser && <SaveInBrowser canMail={mailFirst} />}
      {mailFirst && (
        <Button
          href={`${paths.order(orderToken)}#email-links`}
          variant="primary"
          size="lg"
          className="w-full"
        >
          <MailIcon size={20} />
          Email me the links
        </Button>
      )}
      <Button
        href={files > 1 && orderToken !== null ? paths.order(orderToken) : paths.download(downloadToken)}
        variant={mailFirst ? "plain" : "primary"}
        size="lg"
        className="w-full"
      >
        <DownloadIcon size={20} />
        {files > 1 ? (orderToken === null ? "Download the first file" : "See your files") : "Download"}
      </Button>
      <p className="text-sm text-muted">
        {files > 1
          ? `The downloads work for ${DOWNLOAD_DAYS} days.`
          : `This link works for ${DOWNLOAD_DAYS} days.`}
      </p>
    </>
  );
}

/** The next steps of an order without a download. */
function thanks({ type, mode, creator, next }: BoughtItem): ReactNode {
  const name = <bdi>{creator || "The seller"}</bdi>;
  if (type === "tip") return <>Thank you for your tip. {name} has been notified.</>;
  if (type === "physical")
    return mode === null ? (
      <>
        Thank you. {name} has been notified. After a real order, {name} ships it to you.
      </>
    ) : (
      <>Thank you. {name} has been notified and ships your order. Your order page shows when.</>
    );
  if (next !== null) return <>Thank you. {name} has been notified.</>;
  return <>Thank you. {name} has been notified. Your order page has the details.</>;
}

function StatusIcon({ tone, children }: { tone: string; children: ReactNode }) {
  return <span className={`grid size-18 place-items-center rounded-tile ${tone}`}>{children}</span>;
}
