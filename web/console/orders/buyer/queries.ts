import { orderBuyerRoutes } from "../../../../contract/api/order-buyers.ts";
import { listQuery } from "../../../lib/list-query.ts";
import { ORDERS } from "../overview-query.ts";

/** A page of the orders with the email of an order. */
export const buyerQuery = (id: string, page: number) =>
  listQuery([...ORDERS, "buyer", id, page], orderBuyerRoutes.buyer, { params: { id }, query: { page } });
