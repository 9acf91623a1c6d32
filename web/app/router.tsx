import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { createBrowserRouter, type RouteObject, redirect, redirectDocument } from "react-router";
import { consolePageRoutes } from "../../contract/pages/console-page-routes.ts";
import { paths } from "../../contract/rules/paths.ts";
import {
  loadSession,
  redirectIfSignedIn,
  requireAdmin,
  requireAuth,
  requireSettledAccount,
} from "./guards.ts";
import { nameFirstLocation } from "./name-first-location.ts";
import { requireFullLoad, requirePasskeyPolicy, requireUploadPolicy } from "./require-full-load.ts";
import { Root } from "./root.tsx";
import { RouteFailure, WindowFailure } from "./route-failure.tsx";
import { SignedInArea } from "./signed-in-area.tsx";

export function createConsoleRouter(queryClient: QueryClient) {
  nameFirstLocation();
  return createBrowserRouter(consoleRoutes(queryClient));
}

/** The pages that only the browser renders. */
export function consoleRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: WindowFailure,
      // Until the session is loaded, the document's own frame is shown.
      HydrateFallback: () => null,
      children: [
        authArea(queryClient),
        consoleArea(queryClient),
        page(paths.demoAnalytics(), () => import("../demo/demo-analytics-screen.tsx"), "DemoAnalyticsScreen"),
        { path: "*", loader: () => redirectDocument(paths.landing()) },
      ],
    },
  ];
}

type PageOptions = Pick<RouteObject, "loader" | "shouldRevalidate">;

/** Returns the route of a page whose component, with the given name, is loaded on demand. */
const page = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  options: PageOptions = {},
): RouteObject => ({ path, lazy: async () => ({ Component: (await load())[name] }), ...options });

function authArea(queryClient: QueryClient): RouteObject {
  return {
    lazy: async () => ({ Component: (await import("../auth/auth-layout.tsx")).AuthLayout }),
    children: [{ ErrorBoundary: RouteFailure, children: authPages(queryClient) }],
  };
}

function authPages(queryClient: QueryClient): RouteObject[] {
  return [
    page(paths.auth(), () => import("../auth/auth-screen.tsx"), "AuthScreen", {
      loader: redirectIfSignedIn(queryClient),
      // A change of tab does not load the session again.
      shouldRevalidate: () => false,
    }),
    page(paths.forgotPassword(), () => import("../auth/forgot-screen.tsx"), "ForgotScreen"),
    page(paths.resetPassword(), () => import("../auth/reset-screen.tsx"), "ResetScreen"),
    page(consolePageRoutes.code.path, () => import("../auth/code-screen.tsx"), "CodeScreen", {
      loader: redirectIfSignedIn(queryClient),
    }),
    page(consolePageRoutes.keepSecondFactor.path, () => import("../auth/keep-screen.tsx"), "KeepScreen"),
    page(
      consolePageRoutes.undoDeletion.path,
      () => import("../auth/keep-account-screen.tsx"),
      "KeepAccountScreen",
    ),
    page(consolePageRoutes.verified.path, () => import("../auth/verify-screen.tsx"), "VerifyScreen", {
      loader: loadSession(queryClient),
    }),
    page(consolePageRoutes.undoEmail.path, () => import("../auth/undo-email-screen.tsx"), "UndoEmailScreen"),
    page(consolePageRoutes.confirmed.path, () => import("../auth/confirmed-screen.tsx"), "ConfirmedScreen"),
    {
      loader: requireAuth(queryClient),
      Component: SignedInArea,
      children: [
        page(
          consolePageRoutes.confirmEmail.path,
          () => import("../auth/confirm-email-screen.tsx"),
          "ConfirmEmailScreen",
        ),
        page(
          consolePageRoutes.preparedAccount.path,
          () => import("../auth/prepared-account-screen.tsx"),
          "PreparedAccountScreen",
        ),
        page(
          consolePageRoutes.acceptDocuments.path,
          () => import("../auth/accept-screen.tsx"),
          "AcceptScreen",
        ),
        page(paths.completeProfile(), () => import("../auth/complete-screen.tsx"), "CompleteScreen"),
      ],
    },
  ];
}

function consoleArea(queryClient: QueryClient): RouteObject {
  return {
    loader: requireSettledAccount(queryClient),
    // The page to export or delete an account is open before its user has accepted the operator's documents.
    shouldRevalidate: ({ currentUrl, defaultShouldRevalidate }) =>
      currentUrl.pathname === paths.accountData() || defaultShouldRevalidate,
    Component: SignedInArea,
    children: [
      {
        lazy: async () => ({
          Component: (await import("../console/shell/console-layout.tsx")).ConsoleLayout,
        }),
        children: [
          {
            // Inside the frame, so that the navigation stays when a page fails.
            ErrorBoundary: RouteFailure,
            children: consolePages(queryClient),
          },
        ],
      },
    ],
  };
}

function consolePages(queryClient: QueryClient): RouteObject[] {
  return [
    page(paths.dashboard(), () => import("../console/dashboard/dashboard-screen.tsx"), "DashboardScreen"),
    page(paths.products(), () => import("../console/orders/products-area.tsx"), "ProductsArea"),
    page(
      consolePageRoutes.editedProduct.path,
      () => import("../console/products/product-screen.tsx"),
      "ProductScreen",
      { loader: requireUploadPolicy(queryClient) },
    ),
    { path: consolePageRoutes.orderPages.path, loader: () => redirect(paths.orders()) },
    page(paths.books(), () => import("../console/orders/books/books-screen.tsx"), "BooksScreen"),
    page(
      consolePageRoutes.creatorOrder.path,
      () => import("../console/orders/detail/order-screen.tsx"),
      "OrderScreen",
    ),
    page(
      consolePageRoutes.orderBuyer.path,
      () => import("../console/orders/buyer/buyer-screen.tsx"),
      "BuyerScreen",
    ),
    page(paths.appearance(), () => import("../console/appearance/appearance-screen.tsx"), "AppearanceScreen"),
    page(paths.audience(), () => import("../console/audience/audience-screen.tsx"), "AudienceScreen"),
    page(paths.fullAnalytics(), () => import("../console/analytics/analytics-screen.tsx"), "AnalyticsScreen"),
    page(paths.upgrade(), () => import("../console/upgrade/upgrade-screen.tsx"), "UpgradeScreen"),
    page(paths.settings(), () => import("../console/settings/settings-screen.tsx"), "SettingsScreen"),
    page(
      paths.security(),
      () => import("../console/account/security/security-screen.tsx"),
      "SecurityScreen",
      { loader: requirePasskeyPolicy },
    ),
    page(paths.ownAddress(), () => import("../console/address/address-screen.tsx"), "AddressScreen"),
    page(paths.apiKeys(), () => import("../console/account/api/api-screen.tsx"), "ApiScreen"),
    page(
      paths.pageImport(),
      () => import("../console/page-imports/page-import-screen.tsx"),
      "PageImportScreen",
    ),
    page(paths.accountData(), () => import("../console/account/data/data-screen.tsx"), "DataScreen"),
    page(
      paths.stripeAccount(),
      () => import("../console/payouts/stripe-account/stripe-account-screen.tsx"),
      "StripeAccountScreen",
      { loader: requireFullLoad(queryClient) },
    ),
    page(consolePageRoutes.adminUser.path, () => import("../admin/users/user-screen.tsx"), "UserScreen", {
      loader: requireAdmin(queryClient),
    }),
    page(paths.adminUsers(), () => import("../admin/admin-screen.tsx"), "AdminScreen", {
      loader: requireAdmin(queryClient),
    }),
    { path: paths.adminReports(), loader: () => redirect(paths.adminTab("reports")) },
    page(
      consolePageRoutes.adminReport.path,
      () => import("../admin/reports/report-screen.tsx"),
      "ReportScreen",
      { loader: requireAdmin(queryClient) },
    ),
    page(paths.decisions(), () => import("../console/decisions/decisions-screen.tsx"), "DecisionsScreen"),
  ];
}
