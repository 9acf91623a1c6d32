import { z } from "zod";
import { withdrawalRoutes } from "../api/withdrawals.ts";
import { field, limitOf, PRIVATE, pageRoute, SECRET_URL, TokenParams } from "./page-route.ts";

const withdrawal = {
  renders: ["withdraw", "order-missing"],
  notFound: { page: "order-missing" },
  params: TokenParams,
  ...SECRET_URL,
} as const;

/** The right of withdrawal as pages and plain forms. */
export const withdrawalPages = {
  /** The form in which a buyer withdraws from the contract of an order. */
  withdraw: pageRoute("GET", "/orders/:token/withdraw", withdrawal),
  confirmWithdrawal: pageRoute("POST", "/orders/:token/withdraw", {
    ...withdrawal,
    form: z.object({ name: field, email: field }),
    limit: limitOf(withdrawalRoutes.withdraw),
  }),
  /** For buyers without the link of their order; reachable from every creator's page. */
  findOrder: pageRoute("GET", "/withdraw", {
    renders: ["find-order"],
    redirectsSlash: true,
    ...PRIVATE,
  }),
  mailOrderLink: pageRoute("POST", "/withdraw", {
    renders: ["find-order"],
    form: z.object({ number: field, email: field }),
    limit: limitOf(withdrawalRoutes.find),
    ...PRIVATE,
  }),
};
