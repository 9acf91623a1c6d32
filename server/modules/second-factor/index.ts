import type { Transaction } from "../../platform/database/index.ts";
import type { Infrastructure } from "../../platform/infrastructure.ts";
import type { Module } from "../../platform/module.ts";
import { PENDING_SECONDS, type SecondFactor } from "../accounts/index.ts";
import type { SecondFactorDeps } from "./deps.ts";
import { deferSignIn, deleteOldPending, enabledAt, isEnabled } from "./gate.ts";
import {
  cancelRemoval,
  createEmailLinks,
  finishRemoval,
  listDueRemovals,
  requestRemoval,
} from "./removal.ts";
import { registerSecondFactorRoutes } from "./routes.ts";
import { deleteOldEnds, findSecondFactor, removeSecondFactor } from "./set-up.ts";
import { confirmWithCode } from "./sign-in.ts";

export { isEnabled as hasSecondFactor } from "./gate.ts";

export type SecondFactors = ReturnType<typeof createSecondFactor>["api"];

/** Authenticator apps and recovery codes. */
export function createSecondFactor(infrastructure: Infrastructure, uses: Pick<SecondFactorDeps, "browser">) {
  const { db, settings } = infrastructure;
  const { publicUrl, requireAdmin2fa, site } = settings;
  const deps: SecondFactorDeps = { ...infrastructure, ...uses, publicUrl, requireAdmin2fa, site };
  const { originOf } = uses.browser;
  const ofAccounts: SecondFactor = {
    expiresInSeconds: PENDING_SECONDS,
    defer: deferSignIn,
    isEnabled,
    enabledAt,
    confirm: ({ viewer, code, request }) =>
      confirmWithCode(deps, { viewer, code, ip: request.ip, origin: originOf(request) }),
    remove: (tx, userId, since) => removeSecondFactor(tx, deps, userId, since),
  };
  return {
    routes: ({ registerRoute }) => registerSecondFactorRoutes(registerRoute, deps),
    maintenance: {
      "delete-old-pending-sign-ins": () => deleteOldPending(db),
      "delete-old-second-factor-ends": () => deleteOldEnds(db),
    },
    emailLinks: createEmailLinks(infrastructure),
    api: {
      ...ofAccounts,
      requestRemoval: (tx: Transaction, removal: Parameters<typeof requestRemoval>[2]) =>
        requestRemoval(tx, deps, removal),
      finishRemoval: (tx: Transaction, id: string) => finishRemoval(tx, deps, id),
      listDueRemovals,
      describe: (userId: string) => findSecondFactor(db, userId),
      cancelRemoval,
    },
  } satisfies Module;
}
