import type { Appearance } from "../../../contract/appearance.ts";
import type { OrderBase } from "../../../contract/buyer-orders.ts";

type OrderModel = { order: Pick<OrderBase, "creator">; appearance?: Appearance };

/** The creator who is named above an order; none where the page looks like the product's own, and once the creator is deleted. */
export function ownHeader({ order, appearance }: OrderModel): OrderBase["creator"] | undefined {
  return appearance && order.creator.handle !== "" ? order.creator : undefined;
}
