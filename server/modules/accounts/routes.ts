import { randomUUID } from "node:crypto";
import { accountRoutes } from "../../../contract/api/accounts.ts";
import { paths } from "../../../contract/rules/paths.ts";
import { inTransaction } from "../../platform/database/index.ts";
import { tryConsume } from "../../platform/http/rate-limiter.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { presentCreator } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import { registerOidcRoutes } from "./oidc-routes.ts";
import { signInByOperatorLink } from "./operator-links.ts";
import { FORGOT_JOB, type ForgotJob, resetPassword } from "./password-reset.ts";
import { requirePasswords } from "./passwords.ts";
import { registerSecurityRoutes } from "./security/routes.ts";
import { registerAccount, type SignedIn, signIn } from "./service.ts";
import { admit } from "./sign-in/admit.ts";
import { consumeFailedSignIn, failedSignIns } from "./sign-in/failed-sign-ins.ts";
import { signOut } from "./sign-out.ts";
import { resendVerification, unverifiedEmailsOfClient, verifyEmail } from "./verification.ts";

const MAILS_OF_ACCOUNT = { points: 3, seconds: 3600 };

export function registerAccountRoutes(registerRoute: RegisterRoute, deps: AccountDeps): void {
  const { originOf } = deps;
  const secondFactor = { expiresInSeconds: deps.secondFactor.expiresInSeconds };
  const present = ({ user, creator }: Pick<SignedIn, "user" | "creator">) =>
    creator ? presentCreator(creator, { ...user, userId: user.id }, deps.publicUrl) : null;

  registerRoute(accountRoutes.register, async ({ body, request, reply }) => {
    requirePasswords(deps);
    const registered = await registerAccount(deps, { ...body, ip: request.ip, origin: originOf(request) });
    if (registered.result) await admit(deps, { request, reply }, registered.result);
    else await signOut(deps.db, deps.cookie.read(request));
    const creator = present(registered);
    if (!creator) throw new Error("registration made no creator");
    return { creator };
  });

  registerRoute(accountRoutes.login, async ({ body, request, reply }) => {
    requirePasswords(deps);
    const client = { ip: request.ip, email: body.email };
    await consumeFailedSignIn(deps.limits, client);
    const signedIn = await signIn(deps, {
      ...body,
      ip: request.ip,
      origin: originOf(request),
      readerToken: deps.readerCookie.read(request),
    });
    await deps.limits.reset(failedSignIns(client));
    if (await admit(deps, { request, reply }, signedIn.result)) return { creator: present(signedIn) };
    reply.code(202);
    return { secondFactor };
  });

  registerRoute(accountRoutes.logout, async ({ request, reply }) => {
    await signOut(deps.db, deps.cookie.read(request));
    deps.cookie.clear(reply);
  });

  registerRoute(accountRoutes.resendVerification, async ({ viewer, request }) => {
    if (viewer.emailVerifiedAt) return undefined;
    await resendVerification(deps, { ...viewer, ip: request.ip });
  });

  registerRoute(accountRoutes.verify, async ({ query: { token }, request, reply }) => {
    if (!token) return reply.redirect(paths.verified("invalid"), 302);
    const { status, isContested } = await verifyEmail(deps, {
      token,
      sessionToken: deps.cookie.read(request),
    });
    if (isContested) deps.readerCookie.set(reply, token);
    return reply.redirect(paths.verified(status), 302);
  });

  registerRoute(accountRoutes.forgotPassword, async ({ body, request }) => {
    requirePasswords(deps);
    await deps.limits.consume({ name: "reset mails", key: body.email, ...MAILS_OF_ACCOUNT });
    // The job looks the account up, so that the response time does not depend on whether it exists.
    const data: ForgotJob = {
      email: body.email,
      tokenId: randomUUID(),
      // Counted here, as the job does not know the client; it matters for an unverified account alone.
      isForVerified: !(await tryConsume(deps.limits, unverifiedEmailsOfClient(request.ip, body.email))),
    };
    await inTransaction(deps.db, (tx) => deps.jobs.enqueue(tx, { name: FORGOT_JOB, data }));
  });

  registerRoute(accountRoutes.resetPassword, async ({ body, request, reply }) => {
    requirePasswords(deps);
    const { result, email } = await resetPassword(deps, {
      ...body,
      origin: originOf(request),
      sessionToken: deps.cookie.read(request),
    });
    // The failed logins before the reset no longer count, so that the user can sign in with the new password.
    await deps.limits.reset(failedSignIns({ ip: request.ip, email }));
    if (await admit(deps, { request, reply }, result)) return reply.code(204).send();
    return { secondFactor };
  });

  registerRoute(accountRoutes.operatorLink, async ({ query: { token }, request, reply }) => {
    const result = token ? await signInByOperatorLink(deps, { token, origin: originOf(request) }) : undefined;
    if (!result) return reply.redirect(paths.auth({ error: "link_expired" }), 302);
    const isAdmitted = await admit(deps, { request, reply }, result);
    return reply.redirect(isAdmitted ? paths.dashboard() : paths.secondFactor(), 302);
  });

  registerSecurityRoutes(registerRoute, deps);
  registerOidcRoutes(registerRoute, deps);
}
