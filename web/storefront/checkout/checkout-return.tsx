import { CheckIcon, ClockIcon, DownloadIcon, MailIcon, TriangleAlertIcon, XIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { BoughtItem } from "../../../contract/pages/bought-item.ts";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { DOWNLOAD_DAYS, PROCESSING_DAYS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { BuyerMessages } from "../../widgets/buyer-messages.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { SaveInBrowser } from "./open-in-browser.tsx";
import { MailLink } from "./order-state.tsx";
import { TestModeNote } from "./test-mode-note.tsx";

type ReturnModel = ModelOf<"checkout-return">;

export const CHECKOUT_FAILED = text("Something went wrong with the checkout.");

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
  if (status === "success") return <Success model={model} />;
  if (status === "pending")
    return (
      <Message icon={<ClockIcon size={32} />} tone="bg-tint text-primary" title={t("Checkout pending")}>
        {pendingText(model)}
      </Message>
    );
  if (bought?.isCancelled)
    return (
      <Message
        icon={<XIcon size={32} />}
        tone="bg-tint text-primary"
        title={t("You cancelled the checkout.")}
      >
        {t("Nothing was charged. You can start again from the page.")}
      </Message>
    );
  return (
    <Message
      icon={<TriangleAlertIcon size={32} />}
      tone="bg-bad/12 text-bad"
      title={t(checkoutToken === null ? CHECKOUT_FAILED : "The payment failed.")}
    >
      {t(
        checkoutToken === null
          ? "Nothing was charged. You can try again from the page."
          : "Nothing was charged. You can try again.",
      )}
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

function Success({ model }: { model: ReturnModel }) {
  const { downloadToken, orderToken, bought } = model;
  const files = bought?.files ?? 1;
  const mailFirst = model.isInAppBrowser && model.sendsReceipts && orderToken !== null;
  if (downloadToken === null)
    return (
      <Message icon={<CheckIcon size={32} />} tone="bg-good/14 text-good" title={t("Order confirmed")}>
        {bought === null ? t("Thank you.") : thanks(bought)}
      </Message>
    );
  return (
    <>
      <Message icon={<CheckIcon size={32} />} tone="bg-good/14 text-good" title={t("Order confirmed")}>
        {t(
          "{count, plural, one {Thank you. Your file is ready.} other {Thank you. Your # files are ready.}}",
          { count: files },
        )}
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
          {t("Email me the links")}
        </Button>
      )}
      <Button
        href={files > 1 && orderToken !== null ? paths.order(orderToken) : paths.download(downloadToken)}
        variant={mailFirst ? "plain" : "primary"}
        size="lg"
        className="w-full"
      >
        <DownloadIcon size={20} />
        {files > 1 ? t(orderToken === null ? "Download the first file" : "See your files") : t("Download")}
      </Button>
      <p className="text-sm text-muted">
        {t(
          files > 1
            ? "The downloads work for {days, plural, one {# day} other {# days}}."
            : "This link works for {days, plural, one {# day} other {# days}}.",
          { days: DOWNLOAD_DAYS },
        )}
      </p>
    </>
  );
}

/** The thanks for an order without a download, with the next steps. */
const THANKS = {
  tip: text("Thank you for your tip. {creator} has been notified."),
  mockGoods: text("Thank you. {creator} has been notified. After a real order, {creator} ships it to you."),
  goods: text("Thank you. {creator} has been notified and ships your order. Your order page shows when."),
  next: text("Thank you. {creator} has been notified."),
  other: text("Thank you. {creator} has been notified. Your order page has the details."),
} as const;

/** The same for an order whose creator has no name any more. */
const THANKS_OF_SELLER = {
  tip: text("Thank you for your tip. The seller has been notified."),
  mockGoods: text("Thank you. The seller has been notified. After a real order, the seller ships it to you."),
  goods: text("Thank you. The seller has been notified and ships your order. Your order page shows when."),
  next: text("Thank you. The seller has been notified."),
  other: text("Thank you. The seller has been notified. Your order page has the details."),
} as const;

function thanks(bought: BoughtItem): ReactNode {
  const { creator } = bought;
  const step = stepOf(bought);
  return creator === "" ? t(THANKS_OF_SELLER[step]) : rich(THANKS[step], { creator: <bdi>{creator}</bdi> });
}

function stepOf({ type, mode, next }: BoughtItem): keyof typeof THANKS {
  if (type === "tip") return "tip";
  if (type === "physical") return mode === null ? "mockGoods" : "goods";
  return next === null ? "other" : "next";
}

function StatusIcon({ tone, children }: { tone: string; children: ReactNode }) {
  return <span className={`grid size-18 place-items-center rounded-tile ${tone}`}>{children}</span>;
}
