import { paths } from "../../../contract/paths.ts";
import { Button } from "../../ui/button.tsx";
import { useCreator } from "../creator-context.ts";
import { type OrderView, showsEverySale } from "./order-view.ts";

/** An empty list: nothing sold so far, or nothing that fits. */
export function NoOrders({ view, onShowAll }: { view: OrderView; onShowAll: () => void }) {
  const { handle } = useCreator();
  return (
    <div className="grid justify-items-center gap-1 border-t border-line px-5 py-12 text-center">
      {showsEverySale(view) ? (
        <>
          <p className="font-semibold">No orders yet.</p>
          <p className="max-w-[46ch] text-balance text-muted">
            Make a product, put a tile for it on your page, and share the page. What people buy appears here,
            and you get a mail.
          </p>
          <div className="mt-4 flex flex-wrap justify-center gap-2.5">
            <Button href={paths.creator(handle)} variant="primary">
              See your page
            </Button>
            {view.status !== "all" && <Button onClick={onShowAll}>Show unfinished checkouts</Button>}
          </div>
        </>
      ) : (
        <>
          <p className="font-semibold">No order fits.</p>
          <p className="text-muted">Try another status or other words.</p>
          <Button className="mt-4" onClick={onShowAll}>
            Show all orders
          </Button>
        </>
      )}
    </div>
  );
}
