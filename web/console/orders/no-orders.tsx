import { paths } from "../../../contract/rules/paths.ts";
import { Button } from "../../ui/button.tsx";
import { useCreator } from "../creator-context.ts";
import { type OrderView, showsEverySale } from "./order-view.ts";

/** Explains an empty list: no sale yet, or none that matches the filter. */
export function NoOrders({ view, onShowAll }: { view: OrderView; onShowAll: () => void }) {
  const { handle } = useCreator();
  if (!showsEverySale(view))
    return (
      <div className="grid justify-items-center gap-1">
        <p className="font-semibold">No matching orders.</p>
        <p className="text-muted">Try a different status or search.</p>
        <Button className="mt-4" onClick={onShowAll}>
          Show all orders
        </Button>
      </div>
    );
  return (
    <div className="grid justify-items-center gap-1">
      <p className="font-semibold">{view.status === "all" ? "No orders yet." : "No sales yet."}</p>
      <p className="max-w-[46ch] text-balance text-muted">
        Create a product, add it to your page and share the link. Orders show up here and we'll email you.
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-2.5">
        <Button href={paths.creator(handle)} variant="primary">
          See your page
        </Button>
        {view.status !== "all" && <Button onClick={onShowAll}>Show orders of every status</Button>}
      </div>
    </div>
  );
}
