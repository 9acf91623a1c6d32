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
  undoLinkDead: [400, { shared: deletionMessages.undoLinkDead }],
});
