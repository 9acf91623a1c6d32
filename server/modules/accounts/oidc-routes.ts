import type { FastifyReply, FastifyRequest } from "fastify";
import { accountRoutes } from "../../../contract/api/accounts.ts";
import { paths, safePath } from "../../../contract/rules/paths.ts";
import { SIGN_IN_PROVIDERS, type SignInProvider } from "../../../contract/rules/sign-in-providers.ts";
import { isDatabaseUnavailable } from "../../platform/database/errors.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { OpenIdRejected, OpenIdUnavailable } from "../../platform/openid/port.ts";
import { blockErrors } from "../blocks/index.ts";
import type { AccountDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { signInProfile } from "./oidc.ts";
import { ATTEMPT_MINUTES, consumeAuthRequest, createAuthRequest } from "./oidc-attempts.ts";
import { admit } from "./sign-in/admit.ts";
import { confirmWithProfile } from "./sign-in/confirm.ts";

/**
 * Limits the sign-ins that an IP starts, because each inserts a row. Allows many, because an office may share
 * an IP.
 */
const STARTS = { points: 60, seconds: 600 };

/** Log lines that explain to the operator why a user's email is not accepted. */
const UNPROVEN = {
  no_email: "the provider sent no email: configure it to send the claim email to this client",
  unstated:
    "the provider did not say whether the email is verified: configure it to send the claim email_verified to this client, or set OIDC_TRUST_EMAILS if every email in its directory belongs to its user",
  unverified: "the provider says that the email is not verified, or sent an invalid email",
} as const;

/** The reason for a redirect back to the sign-in page. */
type Reason =
  | "unavailable"
  | "denied"
  | "expired"
  | keyof typeof UNPROVEN
  | "domain"
  | "signup_closed"
  | "blocked"
  | "failed";

const ROUTES = {
  google: { start: accountRoutes.google, finish: accountRoutes.googleCallback },
  oidc: { start: accountRoutes.oidc, finish: accountRoutes.oidcCallback },
} as const;

/** Registers the routes of the OpenID providers. Any failure redirects to the sign-in page with a reason and creates no session. */
export function registerOidcRoutes(registerRoute: RegisterRoute, deps: AccountDeps): void {
  for (const provider of SIGN_IN_PROVIDERS) registerProvider(registerRoute, deps, provider);
}

function registerProvider(registerRoute: RegisterRoute, deps: AccountDeps, provider: SignInProvider): void {
  const openId = deps.openId[provider];
  const secure = deps.publicUrl.startsWith("https:");
  // The `__Host-` prefix keeps other hosts of the same domain from setting this cookie. They could otherwise
  // sign a user in to their account.
  const cookieName = secure ? "__Host-tessera_sign_in" : "tessera_sign_in";
  const cookie = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;

  /** Redirects to the sign-in page with a reason. The dashboard is the default target afterwards. */
  const redirectToSignIn = (reply: FastifyReply, error: Reason, requested: string | undefined) => {
    const redirect = requested && requested !== paths.dashboard() ? { redirect: requested } : {};
    return reply.redirect(paths.auth({ error: `${provider}_${error}`, ...redirect }), 302);
  };

  registerRoute(ROUTES[provider].start, async ({ query, request, reply }) => {
    const isConfirmation = query.confirm === "1";
    const fail = (error: Reason) =>
      isConfirmation
        ? reply.redirect(paths.confirmed("failed"), 302)
        : redirectToSignIn(reply, error, safePath(query.redirect, ""));
    if (!openId) return fail("unavailable");
    try {
      await deps.limits.consume({ name: "sign-ins elsewhere", key: request.ip, ...STARTS });
      const viewer = isConfirmation ? await request.findViewer() : null;
      if (isConfirmation && !viewer) return fail("failed");
      const { secrets, browserToken } = await createAuthRequest(deps, {
        provider,
        redirect: viewer ? paths.confirmed("success") : safePath(query.redirect, paths.dashboard()),
        ...(viewer && { sessionId: viewer.sessionId }),
      });
      const address = await openId.authorizationUrl(secrets, { again: isConfirmation });
      reply.setCookie(cookieName, browserToken, { ...cookie, maxAge: ATTEMPT_MINUTES * 60 });
      return reply.redirect(address, 302);
    } catch (error) {
      // Show an error page, because the sign-in page would need the database, too.
      if (isOwnDatabaseUnavailable(error)) throw error;
      logFailure(request, error);
      return fail("unavailable");
    }
  });

  registerRoute(ROUTES[provider].finish, async ({ query, request, reply }) => {
    let requested: string | undefined;
    let isConfirmation = false;
    const fail = (reason: Reason) => {
      reply.clearCookie(cookieName, cookie);
      if (isConfirmation) return reply.redirect(paths.confirmed("failed"), 302);
      return redirectToSignIn(reply, reason, requested);
    };
    if (!openId) return redirectToSignIn(reply, "unavailable", requested);
    const browserToken = request.cookies[cookieName];
    const { state } = query;
    if (!browserToken || typeof state !== "string") return fail("expired");
    try {
      const attempt = await consumeAuthRequest(deps, { provider, state, browserToken });
      requested = attempt?.redirect;
      isConfirmation = Boolean(attempt?.sessionId);
      if (!attempt || attempt.late) return fail("expired");
      if (query.error === "access_denied") return fail("denied");
      const profile = await openId.finish(new URL(request.url, deps.publicUrl), attempt.secrets);
      const origin = deps.originOf(request);
      if (attempt.sessionId) {
        const viewer = await request.findViewer();
        const isSame = viewer?.sessionId === attempt.sessionId;
        const arrival = { provider, profile, hasAuthTime: openId.hasAuthTime, askedAt: attempt.startedAt };
        if (!viewer || !isSame || !(await confirmWithProfile(deps, { viewer, arrival, origin })))
          return fail("failed");
        reply.clearCookie(cookieName, cookie);
        return reply.redirect(attempt.redirect, 302);
      }
      const result = await signInProfile({ ...deps, origin }, { provider, profile });
      if (result === "domain") return fail(result);
      if (result === "no_email" || result === "unstated" || result === "unverified") {
        request.log.warn({ provider, reason: UNPROVEN[result] }, "OIDC sign-in rejected");
        return fail(result);
      }
      if (result === "conflict") {
        request.log.warn("OIDC sign-in rejected: the account is linked to another subject of the provider");
        return fail("failed");
      }
      reply.clearCookie(cookieName, cookie);
      const isAdmitted = await admit(deps, { request, reply }, result.result);
      if (!isAdmitted) return reply.redirect(paths.secondFactor(attempt.redirect), 302);
      return reply.redirect(result.isNew ? paths.completeProfile() : attempt.redirect, 302);
    } catch (error) {
      // Keep the cookie, so that the same URL works later.
      if (isOwnDatabaseUnavailable(error)) throw error;
      logFailure(request, error);
      return fail(redirectReason(error));
    }
  });
}

function redirectReason(error: unknown): Reason {
  if (error instanceof OpenIdUnavailable) return "unavailable";
  if (!(error instanceof AppError)) return "failed";
  if (error.code === blockErrors.emailBlocked({ domain: "" }).code) return "blocked";
  return error.code === errors.signupClosed().code ? "signup_closed" : "failed";
}

/** Returns whether this site's database is unavailable. An unavailable provider causes similar errors. */
function isOwnDatabaseUnavailable(error: unknown): boolean {
  return (
    !(error instanceof OpenIdUnavailable || error instanceof OpenIdRejected) && isDatabaseUnavailable(error)
  );
}

/** Logs only the message of a provider's failure, but other errors completely. */
function logFailure(request: FastifyRequest, error: unknown): void {
  if (error instanceof OpenIdUnavailable || error instanceof OpenIdRejected) {
    request.log.warn({ reason: error.message }, "OIDC sign-in failed");
  } else if (!(error instanceof AppError)) {
    request.log.error({ err: error }, "OIDC sign-in failed");
  }
}
