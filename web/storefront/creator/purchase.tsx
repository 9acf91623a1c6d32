import type { ReactNode } from "react";
import { paths } from "../../../contract/rules/paths.ts";
import { t } from "../../../contract/texts.ts";
import { Button } from "../../ui/button.tsx";

/** The tile or, without a tile, the product to buy. */
export type PurchasedItem = { tileId: number } | { productId: number };
type PurchaseProps = { item: PurchasedItem; children: ReactNode };

/** Starts the checkout by a plain form. */
export function Purchase({ item, children }: PurchaseProps) {
  return (
    <form
      method="post"
      action={paths.startCheckout()}
      className="grow-[3]"
      data-enhance="purchase"
      data-failure={t("Couldn't start the checkout. Please try again.")}
    >
      {Object.entries(item).map(([name, id]) => (
        <input key={name} type="hidden" name={name} value={id} />
      ))}
      <Button type="submit" variant="primary" className="w-full">
        {children}
      </Button>
      <p role="alert" hidden className="mt-3 text-sm font-semibold text-bad" data-part="problem" />
    </form>
  );
}
