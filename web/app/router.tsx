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

/** What loads the code of a page when it is opened. */
const screen = (load: () => Promise<ComponentType>) => async () => ({ Component: await load() });

export function createConsoleRouter(queryClient: QueryClient) {
  nameFirstLocation();
  return createBrowserRouter(consoleRoutes(queryClient));
}

/** The pages that are rendered in the browser only. */
export function consoleRoutes(queryClient: QueryClient): RouteObject[] {
  return [
    {
      Component: Root,
      ErrorBoundary: WindowFailure,
      // Until the session is loaded the document's own frame is shown.
      HydrateFallback: () => null,
      children: [
        authArea(queryClient),
        consoleArea(queryClient),
        {
          path: paths.demoAnalytics(),
          lazy: screen(async () => (await import("../demo/demo-analytics-screen.tsx")).DemoAnalyticsScreen),
        },
        { path: "*", loader: () => redirectDocument(paths.landing()) },
      ],
    },
  ];
}

function authArea(queryClient: QueryClient): RouteObject {
  return {
    lazy: screen(async () => (await import("../auth/auth-layout.tsx")).AuthLayout),
    children: [{ ErrorBoundary: RouteFailure, children: authPages(queryClient) }],
  };
}

function authPages(queryClient: QueryClient): RouteObject[] {
  return [
    {
      path: paths.auth(),
      loader: redirectIfSignedIn(queryClient),
      // A change of tab does not load the session again.
      shouldRevalidate: () => false,
      lazy: screen(async () => (await import("../auth/auth-screen.tsx")).AuthScreen),
    },
    {
      path: paths.forgotPassword(),
      lazy: screen(async () => (await import("../auth/forgot-screen.tsx")).ForgotScreen),
    },
    {
      path: paths.resetPassword(),
      lazy: screen(async () => (await import("../auth/reset-screen.tsx")).ResetScreen),
    },
    {
      path: consolePageRoutes.code.path,
      loader: redirectIfSignedIn(queryClient),
      lazy: screen(async () => (await import("../auth/code-screen.tsx")).CodeScreen),
    },
    {
      path: consolePageRoutes.keepSecondFactor.path,
      lazy: screen(async () => (await import("../auth/keep-screen.tsx")).KeepScreen),
    },
    {
      path: consolePageRoutes.undoDeletion.path,
      lazy: screen(async () => (await import("../auth/keep-account-screen.tsx")).KeepAccountScreen),
    },
    {
      path: consolePageRoutes.verified.path,
      loader: loadSession(queryClient),
      lazy: screen(async () => (await import("../auth/verify-screen.tsx")).VerifyScreen),
    },
    {
      path: consolePageRoutes.undoEmail.path,
      lazy: screen(async () => (await import("../auth/undo-email-screen.tsx")).UndoEmailScreen),
    },
    {
      path: consolePageRoutes.confirmed.path,
      lazy: screen(async () => (await import("../auth/confirmed-screen.tsx")).ConfirmedScreen),
    },
    {
      loader: requireAuth(queryClient),
      Component: SignedInArea,
      children: [
        {
          path: consolePageRoutes.confirmEmail.path,
          lazy: screen(async () => (await import("../auth/confirm-email-screen.tsx")).ConfirmEmailScreen),
        },
        {
          path: consolePageRoutes.preparedAccount.path,
          lazy: screen(
            async () => (await import("../auth/prepared-account-screen.tsx")).PreparedAccountScreen,
          ),
        },
        {
          path: paths.completeProfile(),
          lazy: screen(async () => (await import("../auth/complete-screen.tsx")).CompleteScreen),
        },
      ],
    },
  ];
}

function consoleArea(queryClient: QueryClient): RouteObject {
  return {
    loader: requireSettledAccount(queryClient),
    Component: SignedInArea,
    children: [
      {
        lazy: screen(async () => (await import("../console/console-layout.tsx")).ConsoleLayout),
        children: [
          {
            // Inside the frame: the navigation stays when a page fails.
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
    {
      path: paths.dashboard(),
      lazy: screen(async () => (await import("../console/dashboard/dashboard-screen.tsx")).DashboardScreen),
    },
    {
      path: paths.products(),
      lazy: screen(async () => (await import("../console/orders/products-area.tsx")).ProductsArea),
    },
    {
      path: consolePageRoutes.editedProduct.path,
      loader: requireUploadPolicy(queryClient),
      lazy: screen(async () => (await import("../console/products/product-screen.tsx")).ProductScreen),
    },
    {
      path: paths.books(),
      lazy: screen(async () => (await import("../console/orders/books/books-screen.tsx")).BooksScreen),
    },
    {
      path: consolePageRoutes.creatorOrder.path,
      lazy: screen(async () => (await import("../console/orders/detail/order-screen.tsx")).OrderScreen),
    },
    {
      path: paths.appearance(),
      lazy: screen(
        async () => (await import("../console/appearance/appearance-screen.tsx")).AppearanceScreen,
      ),
    },
    {
      path: paths.audience(),
      lazy: screen(async () => (await import("../console/audience/audience-screen.tsx")).AudienceScreen),
    },
    {
      path: paths.fullAnalytics(),
      lazy: screen(async () => (await import("../console/analytics/analytics-screen.tsx")).AnalyticsScreen),
    },
    {
      path: paths.upgrade(),
      lazy: screen(async () => (await import("../console/upgrade/upgrade-screen.tsx")).UpgradeScreen),
    },
    {
      path: paths.settings(),
      lazy: screen(async () => (await import("../console/settings/settings-screen.tsx")).SettingsScreen),
    },
    {
      path: paths.security(),
      loader: requirePasskeyPolicy,
      lazy: screen(
        async () => (await import("../console/settings/security/security-screen.tsx")).SecurityScreen,
      ),
    },
    {
      path: paths.accountData(),
      lazy: screen(async () => (await import("../console/settings/account-data/data-screen.tsx")).DataScreen),
    },
    {
      path: paths.stripeAccount(),
      loader: requireFullLoad(queryClient),
      lazy: screen(
        async () => (await import("../console/stripe-account/stripe-account-screen.tsx")).StripeAccountScreen,
      ),
    },
    {
      path: consolePageRoutes.adminUser.path,
      loader: requireAdmin(queryClient),
      lazy: screen(async () => (await import("../admin/users/user-screen.tsx")).UserScreen),
    },
    {
      path: paths.adminUsers(),
      loader: requireAdmin(queryClient),
      lazy: screen(async () => (await import("../admin/admin-screen.tsx")).AdminScreen),
    },
    { path: paths.adminReports(), loader: () => redirect(paths.adminTab("reports")) },
    {
      path: consolePageRoutes.adminReport.path,
      loader: requireAdmin(queryClient),
      lazy: screen(async () => (await import("../admin/reports/report-screen.tsx")).ReportScreen),
    },
    {
      path: paths.decisions(),
      lazy: screen(async () => (await import("../console/decisions/decisions-screen.tsx")).DecisionsScreen),
    },
  ];
}
