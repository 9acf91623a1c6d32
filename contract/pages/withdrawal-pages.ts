import { z } from "zod";
import { withdrawalRoutes } from "../api/withdrawals.ts";
import { field, limitOf, PRIVATE, pageRoute } from "./page-route.ts";

/** The way to the right of withdrawal without an order's link. */
export const withdrawalPages = {
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
