import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import type { Creator } from "../../contract/api/creators.ts";
import { aCreator } from "../testing/console-entities.ts";
import { ApiError } from "./api.ts";
import {
  isSignedOut,
  meQuery,
  noticeQuery,
  resetPassword,
  restoreSession,
  saveProfile,
  sessionTexts,
  setVerificationNotice,
  signIn,
} from "./session.ts";

test.each([401, 403, 404])(
  "treats the server's response %i to the session request as signed out",
  (status) => {
    expect(isSignedOut(new ApiError(status, { error: "No creator.", code: "x" }))).toBe(true);
  },
);

test.each([403, 404])(
  "does not treat a proxy's response %i to the session request as a sign-out",
  (status) => {
    expect(isSignedOut(new ApiError(status, undefined))).toBe(false);
  },
);

test.each([0, 429, 500, 503])(
  "treats a response %i to the session request as a failure, not as a sign-out",
  (status) => {
    expect(isSignedOut(new ApiError(status, undefined))).toBe(false);
  },
);

test("does not treat a fault in the page as a sign-out", () => {
  expect(isSignedOut(new TypeError("x"))).toBe(false);
});

const verified = aCreator();
const unverified = aCreator({ email_verified_at: null });

/** Answers the calls by path, otherwise with 204. */
function respondWith(responses: Record<string, unknown>) {
  vi.stubGlobal("fetch", async (path: string) =>
    path in responses ? Response.json(responses[path]) : new Response(null, { status: 204 }),
  );
  return new QueryClient();
}
const noticeOf = (queryClient: QueryClient) => queryClient.getQueryData(noticeQuery.queryKey);
const login = { email: "mara@example.org", password: "secret words" };

afterEach(() => vi.unstubAllGlobals());

test("asks an unverified user to verify at login, and shows a verified one no notice", async () => {
  const profile = { "/api/auth/login": { creator: null }, "/api/creators/me": { creator: unverified } };
  const queryClient = respondWith(profile);
  await signIn(queryClient, login);
  expect(noticeOf(queryClient)).toBe("Please verify your email to unlock all features.");
  const other = respondWith({ ...profile, "/api/creators/me": { creator: verified } });
  await signIn(other, login);
  expect(noticeOf(other)).toBeNull();
});

test("keeps a notice until the profile is verified", async () => {
  const queryClient = respondWith({ "/api/creators/me": { creator: unverified } });
  setVerificationNotice(queryClient, sessionTexts.resent);
  await restoreSession(queryClient);
  expect(noticeOf(queryClient)).toBe("Verification email sent.");
  respondWith({ "/api/creators/me": { creator: verified } });
  await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  expect(noticeOf(queryClient)).toBeNull();
});

test("keeps a saved profile without loading it again", async () => {
  const queryClient = respondWith({ "/api/creators/me": { creator: verified } });
  setVerificationNotice(queryClient, sessionTexts.registered);
  await saveProfile(queryClient, { handle: verified.handle, displayName: verified.display_name }, null);
  expect(queryClient.getQueryData(meQuery.queryKey)).toEqual(verified);
  expect(noticeOf(queryClient)).toBeNull();
});

/** Answers the session request with each creator in turn, and with 401 for null. */
async function restoreEach(queryClient: QueryClient, ...creators: (Creator | null)[]) {
  for (const creator of creators) {
    const answer = creator ? Response.json({ creator }) : Response.json({ error: "x" }, { status: 401 });
    vi.stubGlobal("fetch", async () => answer);
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  }
}
const other = aCreator({ id: verified.id + 1 });

test.each([
  ["in another tab", [other]],
  ["after a sign-out", [null, other]],
])("shows another creator, %s, no data of the previous one", async (_, later) => {
  const queryClient = new QueryClient();
  await restoreEach(queryClient, verified);
  queryClient.setQueryData(["tiles"], ["somebody else's"]);
  await restoreEach(queryClient, ...later);
  expect(queryClient.getQueryData(["tiles"])).toBeUndefined();
  expect(queryClient.getQueryData(meQuery.queryKey)).toEqual(other);
});

test("shows another creator no data of one whose profile failed to load at sign-in", async () => {
  const queryClient = respondWith({ "/api/auth/login": { creator: verified }, "/api/creators/me": {} });
  await signIn(queryClient, login);
  queryClient.setQueryData(["tiles"], ["somebody else's"]);
  await restoreEach(queryClient, null, other);
  expect(queryClient.getQueryData(["tiles"])).toBeUndefined();
});

test.each([
  ["loaded again", [verified]],
  ["back after a sign-out", [null, verified]],
])("keeps the cached data for the same creator, %s", async (_, later) => {
  const queryClient = new QueryClient();
  await restoreEach(queryClient, verified);
  queryClient.setQueryData(["tiles"], ["own"]);
  await restoreEach(queryClient, ...later);
  expect(queryClient.getQueryData(["tiles"])).toEqual(["own"]);
});

test("finishes loading a session for a guard although its page is left meanwhile", async () => {
  let respond = (_response: Response) => {};
  vi.stubGlobal("fetch", (_path: string, { signal }: RequestInit) => {
    const response = new Promise<Response>((resolve, reject) => {
      respond = resolve;
      signal?.addEventListener("abort", () => reject(signal.reason));
    });
    return response;
  });
  const queryClient = new QueryClient();
  queryClient.setQueryData(meQuery.queryKey, null);
  const leave = new QueryObserver(queryClient, meQuery).subscribe(() => {});
  const restored = restoreSession(queryClient);
  leave();
  respond(Response.json({ creator: verified }));
  expect(await restored).toEqual(verified);
});

test("replaces the previous user's data after a new password", async () => {
  const queryClient = respondWith({ "/api/creators/me": { creator: verified } });
  queryClient.setQueryData(["tiles"], ["somebody else's"]);
  await resetPassword(queryClient, { token: "t", password: "secret words" });
  expect(queryClient.getQueryData(["tiles"])).toBeUndefined();
  expect(await restoreSession(queryClient)).toEqual(verified);
});

test("sets a new password although the profile cannot be loaded", async () => {
  const queryClient = respondWith({ "/api/creators/me": { nothing: true } });
  await expect(resetPassword(queryClient, { token: "t", password: "secret words" })).resolves.toBeNull();
});
