import { accountSecurityRoutes as routes } from "../../../../contract/api/account-security.ts";
import { consoleLanguage } from "../../../../contract/rules/languages.ts";
import { paginate } from "../../../platform/http/paginate.ts";
import type { RegisterRoute } from "../../../platform/http/register-route.ts";
import type { Viewer } from "../../../platform/http/viewer.ts";
import type { AccountDeps } from "../deps.ts";
import { requirePasswords } from "../passwords.ts";
import { deleteSessionsOf, findUser, setLanguage } from "../repository.ts";
import { confirmWithPassword, listConfirmationWays } from "../sign-in/confirm.ts";
import { resetFailedSignIns } from "../sign-in/failed-sign-ins.ts";
import { confirmEmailChange, requestEmailChange } from "./change-email.ts";
import { changePassword } from "./change-password.ts";
import { endPendingChange, findPendingEmail } from "./email-changes.ts";
import { endSession, listSessions, listSignIns } from "./sessions.ts";
import { undoEmailChange } from "./undo-email.ts";

export function registerSecurityRoutes(registerRoute: RegisterRoute, deps: AccountDeps): void {
  const { db, originOf } = deps;
  const overview = async ({ userId, email }: Viewer) => {
    const [user, pending] = await Promise.all([findUser(db, userId), findPendingEmail(db, userId)]);
    return {
      email,
      has_password: Boolean(user?.passwordHash),
      pending_email: pending,
      language: consoleLanguage(user?.language ?? null),
    };
  };

  registerRoute(routes.confirmationWays, async ({ viewer }) => ({
    confirmed: viewer.isConfirmed,
    ways: await listConfirmationWays(deps, viewer.userId),
  }));

  registerRoute(routes.confirm, async ({ viewer, body, request }) => {
    const { password = "", code, passkey } = body;
    if (passkey) await deps.passkeys.confirm({ viewer, response: passkey, request });
    else if (code) await deps.secondFactor.confirm({ viewer, code, request });
    else await confirmWithPassword(deps, { viewer, password, ip: request.ip, origin: originOf(request) });
  });

  registerRoute(routes.overview, ({ viewer }) => overview(viewer));

  registerRoute(routes.saveLanguage, async ({ viewer, body: { language } }) => {
    await setLanguage(db, viewer.userId, language);
    return overview(viewer);
  });

  registerRoute(routes.changePassword, async ({ viewer, body, request }) => {
    requirePasswords(deps);
    const { ip } = request;
    await changePassword(deps, { viewer, ...body, ip, origin: originOf(request) });
    await resetFailedSignIns(deps.limits, { ip, email: viewer.email });
  });

  registerRoute(routes.changeEmail, async ({ viewer, body: { email }, request }) => {
    await requestEmailChange(deps, { viewer, email, ip: request.ip });
    return overview(viewer);
  });

  registerRoute(routes.withdrawEmail, ({ viewer }) => endPendingChange(db, viewer.userId));

  registerRoute(routes.confirmEmail, ({ viewer: { userId }, body: { token } }) =>
    confirmEmailChange(deps, { userId, token }),
  );

  registerRoute(routes.undoEmail, ({ body: { token } }) => undoEmailChange(deps, token));

  registerRoute(routes.sessions, async ({ viewer }) => ({ sessions: await listSessions(db, viewer) }));

  registerRoute(routes.endSession, ({ viewer: { userId }, params: { id } }) =>
    endSession(db, { id, userId }),
  );

  registerRoute(routes.endOtherSessions, ({ viewer }) =>
    deleteSessionsOf(db, viewer.userId, viewer.sessionId),
  );

  registerRoute(routes.history, async ({ viewer: { userId }, query: { page } }) => {
    const { range, wrap } = paginate(page);
    return wrap(await listSignIns(db, { userId, ...range }));
  });
}
