import { z } from "zod";
import { type PageRoute, pageRoute, textOrNone } from "./page-route.ts";

const consoleRoute = <const R extends Partial<PageRoute> & Pick<PageRoute, "path">>(definition: R) =>
  pageRoute({ method: "GET", renders: "console", caching: "shared", redirectsSlash: true, ...definition });

/** The pages that are rendered in the browser; the server returns the same document for each, with the frame that its path has. The console loads this file, but no other routes. */
export const consolePageRoutes = {
  demoAnalytics: consoleRoute({ path: "/demo/analytics" }),
  auth: consoleRoute({ path: "/auth", private: true }),
  completeProfile: consoleRoute({ path: "/auth/complete", private: true }),
  forgotPassword: consoleRoute({ path: "/auth/forgot", private: true }),
  /** Its URL carries a token from an email; it submits by fetch, which sends its `Origin` anyway. */
  resetPassword: consoleRoute({ path: "/auth/reset", private: true, referrerPolicy: "no-referrer" }),
  verified: consoleRoute({ path: "/auth/verify", private: true }),
  confirmed: consoleRoute({ path: "/auth/confirmed", private: true }),
  dashboard: consoleRoute({ path: "/dashboard", private: true }),
  products: consoleRoute({ path: "/dashboard/products", private: true }),
  /** The editor; `new` in place of an id for a product that is not added yet. */
  editedProduct: consoleRoute({
    path: "/dashboard/products/:id",
    private: true,
    params: z.object({ id: textOrNone }),
  }),
  creatorOrder: consoleRoute({
    path: "/dashboard/orders/:id",
    private: true,
    params: z.object({ id: textOrNone }),
  }),
  appearance: consoleRoute({ path: "/dashboard/appearance", private: true }),
  audience: consoleRoute({ path: "/dashboard/audience", private: true }),
  settings: consoleRoute({ path: "/dashboard/settings", private: true }),
  stripeAccount: consoleRoute({
    path: "/dashboard/settings/stripe",
    private: true,
    embedsStripe: true,
  }),
  adminUsers: consoleRoute({ path: "/admin/users", private: true }),
  adminUser: consoleRoute({
    path: "/admin/users/:id",
    private: true,
    params: z.object({ id: textOrNone }),
  }),
  adminReports: consoleRoute({ path: "/admin/reports", private: true }),
  adminReport: consoleRoute({
    path: "/admin/reports/:id",
    private: true,
    params: z.object({ id: textOrNone }),
  }),
  decisions: consoleRoute({ path: "/dashboard/decisions", private: true }),
  upgrade: consoleRoute({ path: "/checkout/stripe", private: true }),
};

export const CONSOLE_PATHS: readonly string[] = Object.values(consolePageRoutes).map(({ path }) => path);
