import { z } from "zod";
import { withdrawalRoutes } from "../api/withdrawals.ts";
import { field, limitOf, PRIVATE, pageRoute, SECRET_URL, TokenParams } from "./page-route.ts";

/** The right of withdrawal as pages and plain forms. */
export const withdrawalPages = {
  /** The form in which a buyer withdraws from the contract of an order. */
  withdraw: pageRoute({
    method: "GET",
    path: "/orders/:token/withdraw",
    renders: ["withdraw", "order-missing"],
    notFound: { page: "order-missing" },
    params: TokenParams,
    ...SECRET_URL,
  }),
  confirmWithdrawal: pageRoute({
    method: "POST",
    path: "/orders/:token/withdraw",
    renders: ["withdraw", "order-missing"],
    notFound: { page: "order-missing" },
    params: TokenParams,
    form: z.object({ name: field, email: field }),
    limit: limitOf(withdrawalRoutes.withdraw),
    ...SECRET_URL,
  }),
  /** For buyers without the link of their order; reachable from every creator's page. */
  findOrder: pageRoute({
    method: "GET",
    path: "/withdraw",
    renders: ["find-order"],
    redirectsSlash: true,
    ...PRIVATE,
  }),
  mailOrderLink: pageRoute({
    method: "POST",
    path: "/withdraw",
    renders: ["find-order"],
    form: z.object({ number: field, email: field }),
    limit: limitOf(withdrawalRoutes.find),
    ...PRIVATE,
  }),
};
