import { accountMessages } from "../../../contract/api/accounts.ts";
import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("accounts", {
  /**
   * Unknown emails and wrong passwords share this message, so that it does not reveal which accounts exist.
   */
  wrongLogin: [401, "Invalid email or password."],
  /** Unknown, used and expired links share this error, so that it reveals nothing about the account. */
  resetLinkDead: [400, { shared: accountMessages.resetLinkDead }, { field: "token" }],
  /** Not 401, because the session continues. */
  newFactor: [
    409,
    "A passkey or an authenticator app was added within the last day. Sign in with an older one first, or change your email tomorrow.",
  ],
  wrongPassword: [400, "This is not your password.", { field: "password" }],
  sameEmail: [400, "This is your email already.", { field: "email" }],
  emailLinkDead: [400, { shared: accountMessages.emailLinkDead }, { field: "token" }],
  verifyLinkOld: [409, "Your link has expired. Choose “Forgot password?” at the login instead."],
  emailNotVerified: [403, "Email not verified. Please check your inbox."],
  passwordsOff: [403, "This site has no passwords. Sign in with its provider."],
  signupClosed: [403, "This site does not accept new accounts."],
  commonPassword: [400, "This password is too common. Choose another one.", { field: "password" }],
  ownNameAsPassword: [400, "Password must not be your email or handle.", { field: "password" }],
  emailTaken: [409, "An account with this email already exists.", { field: "email" }],
});
