import type { OrderRow } from "../repository.ts";

/** Returns an order as the receiver of its gift sees it: the files are theirs. */
export const asReceiver = <Order extends Pick<OrderRow, "gift">>(order: Order): Order => ({
  ...order,
  gift: null,
});
