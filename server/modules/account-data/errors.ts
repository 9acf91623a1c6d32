import { deletionMessages } from "../../../contract/api/account-deletion.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("account_data", {
  lastAdmin: [
    409,
    "You are the only administrator, so your account cannot be deleted. Make another user an administrator first.",
  ],
  undoLinkDead: [400, { shared: deletionMessages.undoLinkDead }],
});
