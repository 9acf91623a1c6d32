import type { ReactNode } from "react";
import { t, text } from "../../../contract/texts.ts";
import { rich } from "../../lib/rich.ts";
import { BackToCreator } from "../layout/back-to-creator.tsx";
import { CHECKOUT_FAILED } from "./checkout-return.tsx";

const TEXTS = {
  paid: text("This order is already paid. Nothing is charged twice."),
  processing: text("Your payment is being processed. Nothing is charged twice."),
  cancelled: text("This checkout was cancelled. Nothing was charged; you can start again from the page."),
  expired: text("This checkout has expired. Nothing was charged; you can start again from the page."),
  not_for_sale: text("This is no longer for sale. Nothing was charged."),
  failed: CHECKOUT_FAILED,
} as const;

type SettledCheckoutProps = {
  state: keyof typeof TEXTS;
  /** The part of a bundle that is not for sale. */
  part?: string | null;
  handle: string;
  children?: ReactNode;
};

/** A checkout that can no longer be paid: the reason, its order if any, and the way back. */
export function SettledCheckout({ state, part = null, handle, children }: SettledCheckoutProps) {
  return (
    <>
      <p className="font-semibold wrap-anywhere">
        {part === null
          ? t(TEXTS[state])
          : rich(
              "This bundle is not for sale at the moment, because its part “{product}” is not. Nothing was charged.",
              { product: <bdi>{part}</bdi> },
            )}
      </p>
      <div className="flex flex-wrap gap-2.5">
        {children}
        <BackToCreator handle={handle} variant="plain" className="grow" />
      </div>
    </>
  );
}
