import { AppError, fieldError } from "../../platform/http/app-error.ts";

/** The message is the same for an unknown email and a wrong password, so that it does not reveal which accounts exist. */
export const invalidCredentials = () =>
  new AppError(401, "accounts.wrong_login", "Invalid email or password.");
/** The error is the same for unknown, used and expired links, so that it reveals nothing about the account. */
export const invalidResetLink = () =>
  fieldError(
    400,
    "accounts.reset_link_dead",
    "token",
    "This reset link no longer works. Please ask for a new one.",
  );
export const emailNotVerified = () =>
  new AppError(403, "accounts.email_not_verified", "Email not verified. Please check your inbox.");
export const signupClosed = () =>
  new AppError(403, "accounts.signup_closed", "This site does not accept new accounts.");
export const commonPassword = () =>
  fieldError(400, "accounts.common_password", "password", "This password is too common. Choose another one.");
export const ownNameAsPassword = () =>
  fieldError(400, "accounts.own_name_as_password", "password", "Password must not be your email or handle.");
export const emailTaken = () =>
  fieldError(409, "accounts.email_taken", "email", "An account with this email already exists.");
