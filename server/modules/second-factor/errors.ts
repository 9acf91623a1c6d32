import { secondFactorMessages } from "../../../contract/api/second-factor.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("second_factor", {
  wrongCode: [400, { shared: secondFactorMessages.wrongCode }, { field: "code" }],
  notACode: [
    400,
    { shared: secondFactorMessages.codeForm },
    { code: "second_factor.wrong_code", field: "code" },
  ],
  signInExpired: [401, "Signing in took too long. Please start again."],
  alreadyEnabled: [409, "The second factor is already on. Turn it off to set up another app."],
  notStarted: [409, "The set-up was replaced or has ended. Please start again."],
  notEnabled: [409, "The second factor is off, so there are no recovery codes."],
  nothingToRemove: [409, "This user has no second factor."],
  removalRequested: [409, "The removal was already requested."],
  linkDead: [400, { shared: secondFactorMessages.linkDead }, { field: "token" }],
});

/** Returns the error for a rejected code, which may be wrong or malformed. */
export const rejectedCode = (code: string) =>
  /^(?:\d{6}|[a-z\d]{16})$/i.test(code) ? errors.wrongCode() : errors.notACode();
