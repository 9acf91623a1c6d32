import { type QueryClient, queryOptions, skipToken, useQuery } from "@tanstack/react-query";
import { accountRoutes, type LoginInput, type RegisterInput } from "../../contract/accounts.ts";
import { type Creator, creatorRoutes } from "../../contract/creators.ts";
import { ApiError, request } from "./api.ts";

export const sessionTexts = {
  registered: "Check your email to verify your account.",
  unverified: "Please verify your email to unlock all features.",
  mustVerify: "Email not verified. Please check your inbox.",
  resent: "Verification email sent.",
  expired: "Session expired. Please sign in again.",
} as const;

/** The signed-in creator; null when signed out or without a creator. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal, client }): Promise<Creator | null> => {
    try {
      const { creator } = await request(creatorRoutes.me, { signal });
      resetOnCreatorChange(client, creator);
      clearNoticeOnceVerified(client, creator);
      return creator;
    } catch (error) {
      if (isSignedOut(error)) return null;
      throw error;
    }
  },
  // Who is unverified may come back from the mail at any moment, and looks whether it is seen.
  staleTime: ({ state }) => (state.data && !isVerified(state.data) ? 5_000 : 60_000),
});

/** Another tab may have signed somebody else in: what was read for the one before must not be shown, or written, for them. */
function resetOnCreatorChange(client: QueryClient, creator: Creator): void {
  const before = client.getQueryData<Creator | null>(["me"]);
  if (!before || before.id === creator.id) return;
  void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== "me" });
}

/** One for speaking and listening: what this tab says comes to all others, and not back to itself. */
let tabs: BroadcastChannel | undefined;

/** Tells the other tabs that somebody signed in or out, so that they ask again who is there. */
export function broadcastSessionChange(): void {
  tabs?.postMessage("changed");
}

/** Asks again who is signed in whenever another tab says that it changed. */
export function syncSessionAcrossTabs(queryClient: QueryClient): void {
  tabs = new BroadcastChannel("tessera-session");
  tabs.addEventListener("message", () => {
    void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  });
}

/** True for the answers to "who am I" that mean nobody. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}

/** Who is signed in. A known creator is returned at once and checked behind; nobody is always asked again. */
export function restoreSession(queryClient: QueryClient): Promise<Creator | null> {
  return queryClient.getQueryData(meQuery.queryKey)
    ? queryClient.ensureQueryData({ ...meQuery, revalidateIfStale: true })
    : queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
}

/** Signs in and loads the profile; null for an account without a creator. */
export async function signIn(queryClient: QueryClient, input: LoginInput): Promise<Creator | null> {
  const { creator } = await request(accountRoutes.login, { body: input });
  return startSession(queryClient, creator, sessionTexts.unverified);
}

/** Signs up, which also signs in, and loads the profile; null where the email has to be verified first. */
export async function register(queryClient: QueryClient, input: RegisterInput): Promise<Creator | null> {
  const { creator } = await request(accountRoutes.register, { body: input });
  return startSession(queryClient, creator, sessionTexts.registered);
}

/** Sets a new password, which also signs in. The profile is on its way when this ends; its failure is no failure of this. */
export async function resetPassword(
  queryClient: QueryClient,
  input: { token: string; password: string },
): Promise<void> {
  await request(accountRoutes.resetPassword, { body: input });
  queryClient.clear();
  broadcastSessionChange();
  void queryClient.prefetchQuery(meQuery);
}

/** Keeps what a save of the profile answered. */
export function setCurrentCreator(queryClient: QueryClient, creator: Creator): void {
  queryClient.setQueryData(meQuery.queryKey, creator);
  clearNoticeOnceVerified(queryClient, creator);
}

async function startSession(queryClient: QueryClient, fallback: Creator | null, noticeIfUnverified: string) {
  // What a person before this one saw must not be shown to the next.
  queryClient.clear();
  // The person is signed in by now, whatever becomes of this call.
  const creator = await queryClient.fetchQuery(meQuery).catch(() => {
    queryClient.setQueryData(meQuery.queryKey, fallback);
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

/** What the person was last told about verifying the email; null when nothing. */
export function useVerificationNotice(): string | null {
  return useQuery(noticeQuery).data ?? null;
}

export function setVerificationNotice(queryClient: QueryClient, notice: string | null): void {
  queryClient.setQueryDefaults(noticeQuery.queryKey, { gcTime: Infinity });
  queryClient.setQueryData(noticeQuery.queryKey, notice);
}
