import { type QueryClient, queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import type { z } from "zod";
import { accountRoutes, type LoginInput, type RegisterInput } from "../../contract/api/accounts.ts";
import {
  type Creator,
  creatorRoutes,
  type ProfileInput,
  profileVersion,
} from "../../contract/api/creators.ts";
import { t } from "../../contract/texts.ts";
import { ApiError, request } from "./api.ts";
import { removeDraftsOfOthers } from "./drafts/draft-store.ts";

export const sessionTexts = {
  registered: t("Check your email to verify your account."),
  unverified: t("Please verify your email to unlock all features."),
  mustVerify: t("Email not verified. Please check your inbox."),
  resent: t("Verification email sent."),
  expired: t("Session expired. Please sign in again."),
} as const;

/** The signed-in creator, or null if signed out or without a creator. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  // Ignores the abort signal. Otherwise an unmounting component would cancel the request that a route guard awaits, and
  // the guard would treat the user as signed out.
  queryFn: async ({ client }): Promise<Creator | null> => {
    try {
      const { creator } = await request(creatorRoutes.me, {});
      resetOnCreatorChange(client, creator);
      clearNoticeOnceVerified(client, creator);
      return creator;
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
  // An unverified creator may return from the verification email at any time and expects the result.
  staleTime: ({ state }) => (state.data && !isVerified(state.data) ? 5_000 : 60_000),
});

/** The creator whose data the cache contains, also after the session has ended. */
const owners = new WeakMap<QueryClient, Creator["id"]>();

/** Resets the cache when another creator signs in, even in another tab or after a sign-out, because the previous creator's data must not be shown or saved. Drafts stay stored until somebody signs in in this tab. */
function resetOnCreatorChange(client: QueryClient, creator: Creator): void {
  const owner = owners.get(client);
  owners.set(client, creator.id);
  if (!client.getQueryData(["me"])) removeDraftsOfOthers(creator.id);
  if (owner === undefined || owner === creator.id) return;
  void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
}

/** A single channel for sending and receiving: a message reaches all tabs except its sender. */
let tabs: BroadcastChannel | undefined;

/** Tells the other tabs to reload the session after a sign-in, a sign-out or a saved profile. */
export function broadcastSessionChange(): void {
  tabs?.postMessage("changed");
}

/** Loads the session again whenever another tab reports a change. */
export function syncSessionAcrossTabs(queryClient: QueryClient): void {
  tabs = new BroadcastChannel("tessera-session");
  tabs.addEventListener("message", () => {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  });
}

/** True for error responses that mean signed out. A 403 or 404 counts only from the server itself: a proxy's error page says nothing about the session. */
export function isSignedOut(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 401 || (error.body !== undefined && [403, 404].includes(error.status));
}

/** Returns the signed-in creator. A cached one is returned at once and revalidated in the background; otherwise the session is loaded. */
export function restoreSession(queryClient: QueryClient): Promise<Creator | null> {
  return queryClient.getQueryData(meQuery.queryKey)
    ? queryClient.ensureQueryData({ ...meQuery, revalidateIfStale: true })
    : queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

/** The result of a sign-in that still needs a code of the second factor. */
export const CODE_NEEDED = "code needed";
type CodeNeeded = typeof CODE_NEEDED;

/** Signs in and loads the profile, or null for an account without a creator. */
export async function signIn(
  queryClient: QueryClient,
  input: LoginInput,
): Promise<Creator | null | CodeNeeded> {
  const result = await request(accountRoutes.login, { body: input });
  if ("secondFactor" in result) return CODE_NEEDED;
  return startSession(queryClient, result.creator);
}

/** Signs up and in, and loads the profile. Returns null if the email must be verified first. */
export async function register(queryClient: QueryClient, input: RegisterInput): Promise<Creator | null> {
  const { creator } = await request(accountRoutes.register, { body: input });
  return startSession(queryClient, creator, sessionTexts.registered);
}

/** Sets a new password and signs in unless a code is needed. The profile may still be loading when this resolves. If it cannot be loaded, this does not reject. */
export async function resetPassword(
  queryClient: QueryClient,
  input: { token: string; password: string },
): Promise<CodeNeeded | null> {
  const result = await request(accountRoutes.resetPassword, { body: input });
  queryClient.clear();
  if (result) return CODE_NEEDED;
  broadcastSessionChange();
  void queryClient.prefetchQuery(meQuery);
  return null;
}

/** Saves changes of the profile, which other tabs then reload. Omitted fields stay. The server rejects the changes if the profile differs from `read` by now. With null, the last save wins. */
export async function saveProfile(
  queryClient: QueryClient,
  body: z.input<typeof ProfileInput>,
  read: Creator | null,
): Promise<Creator> {
  const version = read ? profileVersion(read) : null;
  const { creator } = await request(creatorRoutes.save, { body, version });
  queryClient.setQueryData(meQuery.queryKey, creator);
  clearNoticeOnceVerified(queryClient, creator);
  broadcastSessionChange();
  return creator;
}

/** Loads the profile of the user who has just signed in. */
export async function startSession(
  queryClient: QueryClient,
  fallback: Creator | null,
  noticeIfUnverified: string = sessionTexts.unverified,
): Promise<Creator | null> {
  // The previous user's data must not be shown to the next.
  queryClient.clear();
  // The user is signed in by now, even if this request fails.
  const creator = await queryClient.fetchQuery(meQuery).catch(() => {
    queryClient.setQueryData(meQuery.queryKey, fallback);
    if (fallback) owners.set(queryClient, fallback.id);
    return fallback;
  });
  broadcastSessionChange();
  if (!creator || !isVerified(creator)) setVerificationNotice(queryClient, noticeIfUnverified);
  return creator;
}

export function isVerified(creator: Creator): boolean {
  return creator.email_verified_at !== null;
}

function clearNoticeOnceVerified(queryClient: QueryClient, creator: Creator): void {
  if (isVerified(creator)) setVerificationNotice(queryClient, null);
}

export const noticeQuery = queryOptions<string | null>({
  queryKey: ["verification-notice"],
  queryFn: skipToken,
  gcTime: Infinity,
});

/** Returns the current notice about verifying the email, or null. */
export function useVerificationNotice(): string | null {
  return useQuery(noticeQuery).data ?? null;
}

export function setVerificationNotice(queryClient: QueryClient, notice: string | null): void {
  // `setQueryData` without an observer ignores the options of `noticeQuery`.
  queryClient.setQueryDefaults(noticeQuery.queryKey, { gcTime: Infinity });
  queryClient.setQueryData(noticeQuery.queryKey, notice);
}
