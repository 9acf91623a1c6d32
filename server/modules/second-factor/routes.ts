import { secondFactorRoutes } from "../../../contract/api/second-factor.ts";
import type { RegisterRoute } from "../../platform/http/register-route.ts";
import type { SecondFactorDeps } from "./deps.ts";
import { errors } from "./errors.ts";
import { keepSecondFactor } from "./removal.ts";
import {
  disableSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  renewRecoveryCodes,
  startSetUp,
} from "./set-up.ts";
import { finishSignIn } from "./sign-in.ts";

export function registerSecondFactorRoutes(registerRoute: RegisterRoute, deps: SecondFactorDeps): void {
  const { browser } = deps;
  registerRoute(secondFactorRoutes.signIn, async ({ body, request, reply }) => {
    const pendingToken = browser.pendingCookie.read(request);
    if (!pendingToken) throw errors.signInExpired();
    const client = { ip: request.ip, origin: browser.originOf(request) };
    const { userId, sessionToken } = await finishSignIn(deps, { ...body, ...client, pendingToken });
    await browser.admit({ request, reply }, { sessionToken });
    return { creator: await browser.findCreator(userId) };
  });

  registerRoute(secondFactorRoutes.show, async ({ viewer }) => ({
    secondFactor: {
      ...(await findSecondFactor(deps.db, viewer.userId)),
      blocksAdmin: deps.requireAdmin2fa && viewer.isAdmin && !viewer.hasSecondFactor,
    },
  }));
  registerRoute(secondFactorRoutes.setUp, async ({ viewer }) => ({ setUp: await startSetUp(deps, viewer) }));
  registerRoute(secondFactorRoutes.enable, async ({ viewer, body }) => ({
    recoveryCodes: await enableSecondFactor(deps, { ...viewer, ...body }),
  }));
  registerRoute(secondFactorRoutes.disable, ({ viewer }) => disableSecondFactor(deps, viewer.userId));
  registerRoute(secondFactorRoutes.renewRecoveryCodes, async ({ viewer }) => ({
    recoveryCodes: await renewRecoveryCodes(deps, viewer.userId),
  }));
  registerRoute(secondFactorRoutes.keep, ({ body }) => keepSecondFactor(deps.db, body.token));
}
