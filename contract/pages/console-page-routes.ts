import { z } from "zod";
import { type PageRoute, pageRoute, textOrNone } from "./page-route.ts";

const consoleRoute = <const P extends PageRoute["path"], const R extends Partial<PageRoute>>(
  path: P,
  definition: R,
) => pageRoute("GET", path, { renders: "console", caching: "shared", redirectsSlash: true, ...definition });

const PRIVATE = { private: true } as const;
/** A page on which users confirm their identity. */
const CONFIRMS = { private: true, usesPasskeys: "get" } as const;
/** A page with a token from an email in its URL. It submits by fetch, which sends `Origin` under every referrer policy. */
const FROM_EMAIL = { private: true, referrerPolicy: "no-referrer" } as const;
const ById = z.object({ id: textOrNone });

/** Pages rendered in the browser. The server returns the same document for each page, with the frame of its path. The console loads no other routes. */
export const consolePageRoutes = {
  demoAnalytics: consoleRoute("/demo/analytics", {}),
  auth: consoleRoute("/auth", CONFIRMS),
  completeProfile: consoleRoute("/auth/complete", CONFIRMS),
  forgotPassword: consoleRoute("/auth/forgot", PRIVATE),
  resetPassword: consoleRoute("/auth/reset", FROM_EMAIL),
  /** Asks for the code that completes a sign-in. */
  code: consoleRoute("/auth/code", PRIVATE),
  keepSecondFactor: consoleRoute("/auth/keep-second-factor", FROM_EMAIL),
  undoDeletion: consoleRoute("/auth/keep-account", FROM_EMAIL),
  preparedAccount: consoleRoute("/auth/prepared-account", PRIVATE),
  acceptDocuments: consoleRoute("/auth/accept", PRIVATE),
  verified: consoleRoute("/auth/verify", PRIVATE),
  confirmed: consoleRoute("/auth/confirmed", PRIVATE),
  confirmEmail: consoleRoute("/auth/email", FROM_EMAIL),
  undoEmail: consoleRoute("/auth/email/undo", FROM_EMAIL),
  dashboard: consoleRoute("/dashboard", CONFIRMS),
  /** The form of a tile, which opens in this document. */
  products: consoleRoute("/dashboard/products", { ...CONFIRMS, uploadsDirectly: true }),
  /** The form of a product. The id is `new` for a new product. */
  editedProduct: consoleRoute("/dashboard/products/:id", {
    ...CONFIRMS,
    uploadsDirectly: true,
    params: ById,
  }),
  orderPages: consoleRoute("/dashboard/orders", PRIVATE),
  books: consoleRoute("/dashboard/orders/books", CONFIRMS),
  creatorOrder: consoleRoute("/dashboard/orders/:id", { ...CONFIRMS, params: ById }),
  orderBuyer: consoleRoute("/dashboard/orders/:id/buyer", { ...CONFIRMS, params: ById }),
  appearance: consoleRoute("/dashboard/appearance", CONFIRMS),
  audience: consoleRoute("/dashboard/audience", CONFIRMS),
  analytics: consoleRoute("/dashboard/analytics", CONFIRMS),
  settings: consoleRoute("/dashboard/settings", CONFIRMS),
  security: consoleRoute("/dashboard/settings/security", { private: true, usesPasskeys: "create" }),
  accountData: consoleRoute("/dashboard/settings/data", CONFIRMS),
  ownAddress: consoleRoute("/dashboard/settings/address", CONFIRMS),
  api: consoleRoute("/dashboard/settings/api", CONFIRMS),
  pageImport: consoleRoute("/dashboard/settings/import", CONFIRMS),
  stripeAccount: consoleRoute("/dashboard/settings/stripe", { ...CONFIRMS, embedsProviders: true }),
  adminUsers: consoleRoute("/admin/users", CONFIRMS),
  adminUser: consoleRoute("/admin/users/:id", { ...CONFIRMS, params: ById }),
  adminReports: consoleRoute("/admin/reports", PRIVATE),
  adminReport: consoleRoute("/admin/reports/:id", { ...PRIVATE, params: ById }),
  decisions: consoleRoute("/dashboard/decisions", PRIVATE),
  upgrade: consoleRoute("/checkout/stripe", CONFIRMS),
};

export const CONSOLE_PATHS: readonly string[] = Object.values(consolePageRoutes).map(({ path }) => path);
