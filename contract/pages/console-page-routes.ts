import { z } from "zod";
import { type PageRoute, pageRoute, textOrNone } from "./page-route.ts";

const consoleRoute = <const R extends Partial<PageRoute> & Pick<PageRoute, "path">>(definition: R) =>
  pageRoute({ method: "GET", renders: "console", caching: "shared", redirectsSlash: true, ...definition });

/** The pages that are rendered in the browser; the server returns the same document for each, with the frame that its path has. The console loads this file, but no other routes. */
export const consolePageRoutes = {
  demoAnalytics: consoleRoute({ path: "/demo/analytics" }),
  auth: consoleRoute({ path: "/auth", private: true, usesPasskeys: "get" }),
  completeProfile: consoleRoute({ path: "/auth/complete", private: true, usesPasskeys: "get" }),
  forgotPassword: consoleRoute({ path: "/auth/forgot", private: true }),
  /** Its URL carries a token from an email; it submits by fetch, which sends its `Origin` anyway. */
  resetPassword: consoleRoute({ path: "/auth/reset", private: true, referrerPolicy: "no-referrer" }),
  /** Asks for the code that completes a sign-in. */
  code: consoleRoute({ path: "/auth/code", private: true }),
  /** As of a reset: its URL carries a token from an email. */
  keepSecondFactor: consoleRoute({
    path: "/auth/keep-second-factor",
    private: true,
    referrerPolicy: "no-referrer",
  }),
  /** Its URL carries a token from an email, too. */
  undoDeletion: consoleRoute({ path: "/auth/keep-account", private: true, referrerPolicy: "no-referrer" }),
  preparedAccount: consoleRoute({ path: "/auth/prepared-account", private: true }),
  verified: consoleRoute({ path: "/auth/verify", private: true }),
  confirmed: consoleRoute({ path: "/auth/confirmed", private: true }),
  confirmEmail: consoleRoute({ path: "/auth/email", private: true, referrerPolicy: "no-referrer" }),
  undoEmail: consoleRoute({ path: "/auth/email/undo", private: true, referrerPolicy: "no-referrer" }),
  dashboard: consoleRoute({ path: "/dashboard", private: true, usesPasskeys: "get" }),
  /** The editor is opened in its document. */
  products: consoleRoute({
    path: "/dashboard/products",
    private: true,
    usesPasskeys: "get",
    uploadsDirectly: true,
  }),
  /** The editor; `new` in place of an id for a product that is not added yet. */
  editedProduct: consoleRoute({
    path: "/dashboard/products/:id",
    private: true,
    usesPasskeys: "get",
    uploadsDirectly: true,
    params: z.object({ id: textOrNone }),
  }),
  books: consoleRoute({ path: "/dashboard/orders/books", private: true, usesPasskeys: "get" }),
  creatorOrder: consoleRoute({
    path: "/dashboard/orders/:id",
    private: true,
    usesPasskeys: "get",
    params: z.object({ id: textOrNone }),
  }),
  appearance: consoleRoute({ path: "/dashboard/appearance", private: true, usesPasskeys: "get" }),
  audience: consoleRoute({ path: "/dashboard/audience", private: true, usesPasskeys: "get" }),
  analytics: consoleRoute({ path: "/dashboard/analytics", private: true, usesPasskeys: "get" }),
  settings: consoleRoute({ path: "/dashboard/settings", private: true, usesPasskeys: "get" }),
  security: consoleRoute({ path: "/dashboard/settings/security", private: true, usesPasskeys: "create" }),
  accountData: consoleRoute({ path: "/dashboard/settings/data", private: true, usesPasskeys: "get" }),
  stripeAccount: consoleRoute({
    path: "/dashboard/settings/stripe",
    private: true,
    usesPasskeys: "get",
    embedsProviders: true,
  }),
  adminUsers: consoleRoute({ path: "/admin/users", private: true, usesPasskeys: "get" }),
  adminUser: consoleRoute({
    path: "/admin/users/:id",
    private: true,
    usesPasskeys: "get",
    params: z.object({ id: textOrNone }),
  }),
  adminReports: consoleRoute({ path: "/admin/reports", private: true }),
  adminReport: consoleRoute({
    path: "/admin/reports/:id",
    private: true,
    params: z.object({ id: textOrNone }),
  }),
  decisions: consoleRoute({ path: "/dashboard/decisions", private: true }),
  upgrade: consoleRoute({ path: "/checkout/stripe", private: true, usesPasskeys: "get" }),
};

export const CONSOLE_PATHS: readonly string[] = Object.values(consolePageRoutes).map(({ path }) => path);
