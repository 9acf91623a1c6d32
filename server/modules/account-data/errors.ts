import { deletionMessages } from "../../../contract/api/account-deletion.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("account_data", {
  lastAdmin: [
    409,
    "You are the only administrator, so your account cannot be deleted. Make another user an administrator first.",
  ],
  exportUnfinished: [409, "Your archive is being made already. We email you when it is ready."],
  tooManyExports: [
    429,
    "You can make {count} archives within 24 hours. Please try again later.",
    { retryAfter: 3600 },
  ],
  archiveUnreadable: [
    400,
    "This is not an archive of an account, or it is damaged. Choose the ZIP file as it was downloaded.",
    { field: "file" },
  ],
  archiveEntry: [
    400,
    "This archive has an entry that cannot be imported: {path}. Choose the ZIP file as it was downloaded.",
    { field: "file" },
  ],
  archiveChanged: [
    400,
    "The archive was changed after it was made: {path} differs from the list of its contents. Make a new one.",
    { field: "file" },
  ],
  archiveNewer: [
    400,
    "The archive was made by a newer release. Ask the operator of this site to upgrade it first.",
    { field: "file" },
  ],
  archiveTooLong: [
    400,
    "This archive is too large. It has more than {count} files, or a list that is too long.",
    { field: "file" },
  ],
  /** Reasons why an item of an archive was rejected. */
  invalidRow: [400, "It contains characters that cannot be stored."],
  notSentYet: [400, "Its sending time is missing or in the future."],
  productLeftOut: [400, "Its product is not in this account."],
  versionsUnreadable: [400, "Its versions can't be read."],
  missingBytes: [400, "The archive does not have its content."],
  importUnfinished: [409, "An import is already running. Wait until it finishes."],
  tooManyImports: [
    429,
    "You can import {count} archives within 24 hours. Please try again later.",
    { retryAfter: 3600 },
  ],
  preparedSettled: [409, "You have taken this account over already. Delete it in your settings."],
  undoLinkDead: [400, { shared: deletionMessages.undoLinkDead }],
});
