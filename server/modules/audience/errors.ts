import { AppError, notFound } from "../../platform/http/app-error.ts";

export const tileMissing = () => notFound("Signup");
export const memberMissing = () => notFound("Email");
export const signupClosed = () =>
  new AppError(409, "audience.closed", "Signing up is not possible here right now.");
export const formOutdated = () =>
  new AppError(409, "audience.form_outdated", "The form has expired. Please reload the page and try again.");
