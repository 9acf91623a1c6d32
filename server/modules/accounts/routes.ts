import { accountRoutes } from "../../../contract/api/accounts.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import { presentCreator } from "../creators/index.ts";
import type { AccountDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { registerOidcRoutes } from "./oidc-routes.ts";
import { signInByOperatorLink } from "./operator-links.ts";
import { findResetEmail, requestResetEmail, resetPassword } from "./password-reset.ts";
import { requirePasswords } from "./passwords.ts";
import { findUser } from "./repository.ts";
import { registerSecurityRoutes } from "./security/routes.ts";
import { registerAccount, type SignedIn, signIn } from "./service.ts";
import { admit } from "./sign-in/admit.ts";
import { consumeFailedSignIn, resetFailedSignIns } from "./sign-in/failed-sign-ins.ts";
import { signOut } from "./sign-out.ts";
import { findReadAccount, resendVerification, verifyEmail } from "./verification.ts";

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
    await resetFailedSignIns(deps.limits, client);
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
    const { status, isOfReader } = await verifyEmail(deps, {
      token,
      sessionToken: deps.cookie.read(request),
    });
    if (isOfReader) deps.readerCookie.set(reply, token);
    return reply.redirect(paths.verified(status), 302);
  });

  registerRoute(accountRoutes.forgotPassword, async ({ body, request }) => {
    requirePasswords(deps);
    await requestResetEmail(deps, { email: body.email, ip: request.ip });
  });

  registerRoute(accountRoutes.claimAccount, async ({ request }) => {
    requirePasswords(deps);
    const userId = await findReadAccount(deps.db, deps.readerCookie.read(request));
    const user = userId && (await findUser(deps.db, userId));
    if (!user) throw errors.verifyLinkOld();
    await requestResetEmail(deps, { email: user.email, ip: request.ip });
  });

  registerRoute(accountRoutes.resetAccount, async ({ body }) => {
    requirePasswords(deps);
    return { email: await findResetEmail(deps, body.token) };
  });

  registerRoute(accountRoutes.resetPassword, async ({ body, request, reply }) => {
    requirePasswords(deps);
    const { result, email } = await resetPassword(deps, {
      ...body,
      origin: originOf(request),
      sessionToken: deps.cookie.read(request),
    });
    // Reset the failed logins from before, so that the user can sign in with the new password.
    await resetFailedSignIns(deps.limits, { ip: request.ip, email });
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
