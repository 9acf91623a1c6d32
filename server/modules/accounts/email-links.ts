import { accountRoutes } from "../../../contract/api/accounts.ts";
import type { MailLink } from "../../../contract/mails/mails.ts";
import { paths } from "../../../contract/rules/paths.ts";
import type { Database } from "../../platform/database/index.ts";
import type { EmailLink, EmailLinks } from "../../platform/mail/port.ts";
import type { DeriveToken } from "../../platform/tokens.ts";
import { deriveMailToken, refreshToken } from "./one-time-tokens.ts";
import { emailChangeLink } from "./security/email-changes.ts";
import type { TokenPurpose } from "./tables.ts";

type SeededLink = Extract<MailLink, { seed: string }>;

/** Resolves emailed links: to verify, confirm or undo an email, or to set a password. */
export function createEmailLinks({ db, derive }: { db: Database; derive: DeriveToken }): EmailLinks {
  const tokenLink = (purpose: TokenPurpose, toPath: (token: string) => string): EmailLink<SeededLink> => ({
    path: ({ seed }) => toPath(deriveMailToken(derive, purpose, seed)),
    refresh: ({ seed }) => refreshToken(db, { id: seed, purpose }),
  });
  return {
    "verify-email": tokenLink("verify", (token) => `${accountRoutes.verify.path}?token=${token}`),
    "reset-password": tokenLink("reset", (token) => paths.resetPassword(token)),
    "confirm-email": emailChangeLink({ db, derive }, "confirm", paths.confirmEmail),
    "undo-email": emailChangeLink({ db, derive }, "undo", paths.undoEmail),
    "undo-deletion": tokenLink("undo-deletion", paths.undoDeletion),
    "set-password": tokenLink("invite", (token) => paths.resetPassword(token, "invitation")),
  };
}
