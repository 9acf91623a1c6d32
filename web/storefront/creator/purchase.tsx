import type { ReactNode } from "react";
import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/button.tsx";

type PurchaseProps = { tileId: number; children: ReactNode };

/** The way to the checkout: a plain form. */
export function Purchase({ tileId, children }: PurchaseProps) {
  return (
    <form method="post" action={paths.startCheckout()} className="grow-[3]" data-enhance="purchase">
      <input type="hidden" name="tileId" value={tileId} />
      <Button type="submit" variant="primary" className="w-full">
        {children}
      </Button>
      <p role="alert" hidden className="mt-3 text-sm font-semibold text-bad" data-part="problem" />
    </form>
  );
}
