import { accountDeletionRoutes } from "../../../contract/api/account-deletion.ts";
import { accountExportRoutes } from "../../../contract/api/account-exports.ts";
import { accountSecurityRoutes } from "../../../contract/api/account-security.ts";
import { accountRoutes } from "../../../contract/api/accounts.ts";
import { adminRoutes } from "../../../contract/api/admin.ts";
import { adminSecondFactorRoutes } from "../../../contract/api/admin-second-factor.ts";
import { passkeyRoutes } from "../../../contract/api/passkeys.ts";
import { secondFactorRoutes } from "../../../contract/api/second-factor.ts";
import { EMAIL_CHANGES, EXPORTS_PER_DAY, UNVERIFIED_EMAILS } from "../../../contract/rules/limits.ts";

const toAccount = { to: "account", requiresAccount: true } as const;
const toChosen = { to: "chosen", requiresAccount: false } as const;
const none = { ip: null, client: null, mailbox: null, creator: null, installation: null };
/** Until the email of the account is verified: anyone can register with another's. */
const unverified = { client: UNVERIFIED_EMAILS.client, mailbox: UNVERIFIED_EMAILS };

/** The rules of the emails about accounts and signing in. */
export const accountEmails = {
  "verify-email": {
    row: "verification",
    causes: [accountRoutes.register, accountRoutes.login, accountRoutes.resendVerification],
    by: "anyone",
    ...toChosen,
    caps: {
      ...none,
      ip: accountRoutes.register.limit,
      ...unverified,
    },
  },
  "reset-password": {
    row: "password reset",
    causes: [
      accountRoutes.forgotPassword,
      accountRoutes.claimAccount,
      accountRoutes.verify,
      accountSecurityRoutes.undoEmail,
      adminRoutes.resetPassword,
    ],
    by: "anyone",
    to: "account",
    requiresAccount: false,
    caps: { ...none, ip: accountRoutes.forgotPassword.limit, mailbox: { points: 3, seconds: 3600 } },
  },
  "password-changed": {
    row: "password changed",
    causes: [accountRoutes.resetPassword, accountSecurityRoutes.changePassword],
    by: "user",
    ...toAccount,
    caps: { ...none, ip: accountRoutes.resetPassword.limit, mailbox: "once" },
  },
  "confirm-email": {
    row: "new email",
    causes: [accountSecurityRoutes.changeEmail],
    by: "user",
    ...toChosen,
    caps: {
      ...none,
      ip: EMAIL_CHANGES.ip,
      ...unverified,
      creator: EMAIL_CHANGES.account,
      installation: EMAIL_CHANGES.installation,
    },
  },
  "email-changed": {
    row: "email changed",
    causes: [accountSecurityRoutes.confirmEmail],
    by: "user",
    to: "account",
    requiresAccount: false,
    caps: { ...none, creator: EMAIL_CHANGES.account, mailbox: "once" },
  },
  "account-linked": {
    row: "account linked",
    causes: [accountRoutes.googleCallback, accountRoutes.oidcCallback],
    by: "user",
    ...toAccount,
    caps: { ...none, mailbox: "once" },
  },
  "passkey-changed": {
    row: "passkey added or removed",
    causes: [passkeyRoutes.create, passkeyRoutes.remove],
    by: "user",
    ...toAccount,
    caps: { ...none, ip: passkeyRoutes.create.limit, mailbox: "once" },
  },
  "second-factor-changed": {
    row: "second factor changed",
    causes: [
      secondFactorRoutes.enable,
      secondFactorRoutes.disable,
      secondFactorRoutes.renewRecoveryCodes,
      secondFactorRoutes.signIn,
      accountSecurityRoutes.confirm,
      adminSecondFactorRoutes.removeSecondFactor,
    ],
    by: "user",
    ...toAccount,
    caps: { ...none, ip: secondFactorRoutes.enable.limit, mailbox: "once" },
  },
  "second-factor-removal": {
    row: "second factor to be removed",
    causes: [adminSecondFactorRoutes.removeSecondFactor],
    by: "admin",
    ...toAccount,
    caps: { ...none, mailbox: "once" },
  },
  "export-ready": {
    row: "archive of the account",
    causes: [accountExportRoutes.startExport],
    by: "user",
    ...toAccount,
    caps: {
      ...none,
      ip: accountExportRoutes.startExport.limit,
      ...unverified,
      creator: { points: EXPORTS_PER_DAY, seconds: 86_400 },
    },
  },
  "deletion-scheduled": {
    row: "deletion of the account",
    causes: [accountDeletionRoutes.delete],
    by: "user",
    ...toAccount,
    caps: { ...none, ip: accountDeletionRoutes.delete.limit, ...unverified, creator: "once" },
  },
  invitation: { row: "invitation", causes: [adminRoutes.createUser], by: "admin", ...toChosen, caps: none },
} as const;
