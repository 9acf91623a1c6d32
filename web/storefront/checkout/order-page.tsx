import type { BuyerOrder } from "../../../contract/api/buyer-orders.ts";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { priceOf } from "../../../contract/rules/price-lines.ts";
import { t } from "../../../contract/texts.ts";
import { orderBadge } from "../../lib/order-state-labels.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { BuyerMessages } from "../../widgets/buyer-messages.tsx";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CardPage } from "../layout/card-page.tsx";
import { creatorName } from "../layout/creator-name.ts";
import { MessagePage } from "../layout/message-page.tsx";
import { GiftBlock } from "./gift-block.tsx";
import { SaveInBrowser } from "./open-in-browser.tsx";
import { OrderDownload } from "./order-download.tsx";
import { OrderEmail } from "./order-email.tsx";
import { OrderFacts, OrderSeller, OrderShipping } from "./order-facts.tsx";
import { OrderLines } from "./order-lines.tsx";
import { OrderMail } from "./order-mail.tsx";
import { MailLink, OrderRefunds, OrderState } from "./order-state.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { OrderVersions } from "./order-versions.tsx";
import { TestModeNote } from "./test-mode-note.tsx";
import { WithdrawalBlock } from "./withdrawal-block.tsx";

const LOOKS = {
  good: "bg-good/8 text-good",
  warn: "bg-warn/8 text-warn",
  bad: "bg-bad/8 text-bad",
  neutral: "bg-tint text-ink",
} as const;

/** The buyer's permanent page of an order. */
export function OrderPage({ model }: { model: ModelOf<"order"> }) {
  const { path, order, access } = model;
  const { label, tone } = orderBadge({
    ...order,
    mode: model.mode,
    isWithdrawn: order.withdrawal.reason === "withdrawn",
  });
  const hasDownload = order.paid_at !== null && access === "given" && model.hasFile;
  const emails = order.paid_at !== null && <Emails model={model} hasDownload={hasDownload} />;
  const mailFirst = hasDownload && model.isInAppBrowser;
  return (
    <CardPage brand={model.brand}>
      <div className="grid grid-cols-1 gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl">{t("Your order")}</h1>
          <span className={`rounded-full px-3 py-1 text-sm font-semibold ${LOOKS[tone]}`}>{label}</span>
        </div>
        {order.amount_cents > 0 && <TestModeNote mode={model.mode} isOver={order.paid_at !== null} />}
        <OrderSummary
          order={order}
          products={isBundleAlone(order) ? 1 : order.lines.length}
          priceCents={priceOf({
            totalCents: order.amount_cents,
            discountCents: order.discount_cents,
            shippingCents: order.shipping_cents,
          })}
        />
        <OrderState model={model} />
        <OrderRefunds order={order} isReal={model.mode === "live"} />
        <BuyerMessages
          creator={creatorName(order.creator)}
          messages={model.messages}
          next={model.next}
          email={order.mail_to}
          isMock={model.mode === null}
        />
        <OrderFacts order={order} />
        <OrderLines order={order} />
        {mailFirst && <SaveInBrowser canMail={model.sendsReceipts} />}
        {mailFirst && emails}
        {hasDownload && <OrderDownload orderPath={path} order={order} />}
        <OrderVersions versions={model.versions} />
        {model.gift && <GiftBlock orderPath={path} gift={model.gift} timeZone={order.creator.time_zone} />}
        <OrderShipping order={order} />
        {!mailFirst && emails}
        {order.paid_at !== null && order.mail_to !== null && (
          <OrderEmail orderPath={path} corrected={model.corrected} />
        )}
        <OrderSeller order={order} />
        {/* Not shown after a lost dispute, because the bank has returned everything. */}
        {access !== "returned" && <WithdrawalBlock orderPath={path} order={order} hasFile={model.hasFile} />}
        {model.contact !== null && (
          <p className="text-center text-sm text-muted">
            {rich("Questions? Ask {email}.", { email: <MailLink email={model.contact} /> })}
          </p>
        )}
        <div className="flex flex-wrap justify-center gap-2 print:hidden">
          <Button href={paths.library()} variant="quiet">
            {t("All your purchases")}
          </Button>
          {order.creator.handle !== "" && <BackToCreator handle={order.creator.handle} />}
        </div>
      </div>
    </CardPage>
  );
}

/** Returns whether an order is for one bundle and nothing besides it. */
const isBundleAlone = ({ lines }: BuyerOrder): boolean =>
  lines.every(({ bundle }) => bundle !== null && bundle === lines[0]?.bundle);

function Emails({ model, hasDownload }: { model: ModelOf<"order">; hasDownload: boolean }) {
  const { path, order, sendsReceipts, mailed } = model;
  if (sendsReceipts)
    return <OrderMail orderPath={path} order={order} mailed={mailed} hasDownload={hasDownload} />;
  return (
    <p className="border-t border-line pt-5 text-center text-sm text-muted">
      {t("Orders of this creator are not emailed. Keep the link of this page to come back to it.")}
    </p>
  );
}

export function OrderNotFound() {
  return (
    <MessagePage title={t("Order not found.")}>
      {rich(
        "Check that you copied the full link from your receipt, or find it among <link>all your purchases</link>. The seller can help, too.",
        {
          link: (inside) => (
            <a href={paths.library()} className="underline">
              {inside}
            </a>
          ),
        },
      )}
    </MessagePage>
  );
}
