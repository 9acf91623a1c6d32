import type { QueryClient } from "@tanstack/react-query";
import { type LoaderFunctionArgs, redirect, redirectDocument } from "react-router";
import type { Creator } from "../../contract/api/creators.ts";
import { paths } from "../../contract/rules/paths.ts";
import { destinationAfterSignIn, isConsolePath } from "../lib/destination.ts";
import { restoreSession } from "../lib/session.ts";

async function requireCreator(queryClient: QueryClient, request: Request): Promise<Creator> {
  const creator = await restoreSession(queryClient);
  if (creator) return creator;
  const { pathname, search } = new URL(request.url);
  throw redirect(paths.auth({ redirect: `${pathname}${search}` }));
}

/** Opens the page to creators; visitors are redirected to the login and back. */
export function requireAuth(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    await requireCreator(queryClient, request);
    return null;
  };
}

/**
 * Opens the console to creators. An owner who received a prepared account first chooses what to do with it. Terms and privacy
 * notice are accepted next, except to export or delete the account.
 */
export function requireSettledAccount(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    const { reclaimed_at: reclaimedAt, pending_documents: pending } = await requireCreator(
      queryClient,
      request,
    );
    if (reclaimedAt !== null) throw redirect(paths.preparedAccount());
    const { pathname, search } = new URL(request.url);
    if (pending?.length && pathname !== paths.accountData())
      throw redirect(paths.acceptDocuments(`${pathname}${search}`));
    return null;
  };
}

/** Opens the page to admins and redirects other creators to the dashboard. Admins who lack a required second factor are redirected to its setup. */
export function requireAdmin(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    if (!(await requireCreator(queryClient, request)).is_admin) throw redirect(paths.dashboard());
    // Loaded on demand, because most users are not administrators.
    const { secondFactorQuery } = await import("../lib/second-factor-queries.ts");
    const factor = await queryClient.ensureQueryData(secondFactorQuery).catch(() => null);
    if (factor?.blocksAdmin) throw redirectDocument(paths.security());
    return null;
  };
}

/** Admits signed-out users; a creator is redirected to the requested page. */
export function redirectIfSignedIn(queryClient: QueryClient) {
  return async ({ request }: LoaderFunctionArgs) => {
    if (!(await restoreSession(queryClient))) return null;
    const destination = destinationAfterSignIn(new URL(request.url).search);
    throw isConsolePath(destination) ? redirect(destination) : redirectDocument(destination);
  };
}

/** Opens the page to everyone once the session is loaded; a session that cannot be loaded counts as signed out. */
export function loadSession(queryClient: QueryClient) {
  return async () => {
    await restoreSession(queryClient).catch(() => null);
    return null;
  };
}
