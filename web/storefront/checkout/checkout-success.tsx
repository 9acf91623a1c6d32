import { CheckIcon, DownloadIcon, MailIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { BoughtItem } from "../../../contract/pages/bought-item.ts";
import type { ModelOf } from "../../../contract/pages/pages.ts";
import { DOWNLOAD_DAYS } from "../../../contract/rules/limits.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { Button } from "../../ui/button.tsx";
import { SaveInBrowser } from "./open-in-browser.tsx";
import { ReturnMessage } from "./return-message.tsx";

/** A confirmed order, with its download or the next steps. */
export function CheckoutSuccess({ model }: { model: ModelOf<"checkout-return"> }) {
  const { downloadToken, orderToken, bought } = model;
  const files = bought?.files ?? 1;
  const mailFirst = model.isInAppBrowser && model.sendsReceipts && orderToken !== null;
  if (downloadToken === null)
    return (
      <ReturnMessage icon={<CheckIcon size={32} />} tone="bg-good/14 text-good" title={t("Order confirmed")}>
        {bought === null ? t("Thank you.") : thanks(bought)}
      </ReturnMessage>
    );
  return (
    <>
      <ReturnMessage icon={<CheckIcon size={32} />} tone="bg-good/14 text-good" title={t("Order confirmed")}>
        {t(
          "{count, plural, one {Thank you. Your file is ready.} other {Thank you. Your # files are ready.}}",
          { count: files },
        )}
      </ReturnMessage>
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
