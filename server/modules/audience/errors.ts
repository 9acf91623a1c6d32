import { CREATOR_EMAILS_PER_DAY } from "../../../contract/rules/limits.ts";
import { AppError, notFound } from "../../platform/http/app-error.ts";

export const formNotFound = () => notFound("Signup");
export const memberNotFound = () => notFound("Email");
export const signupClosed = () =>
  new AppError(409, "audience.closed", "Signing up is not possible here right now.");
export const noCreator = () => notFound("Creator");

const BLOCKED = {
  unverified: "Confirm your own email address first.",
  stopped: "An administrator has stopped your emails.",
  off: "Emails to the audience are switched off on your plan.",
} as const;

export const sendingBlocked = (reason: keyof typeof BLOCKED) =>
  new AppError(409, `audience.${reason}`, BLOCKED[reason]);
export const audienceEmpty = () => new AppError(409, "audience.empty", "Your audience is still empty.");
export const dailyEmails = () =>
  new AppError(
    409,
    "audience.daily_emails",
    `You can send ${CREATOR_EMAILS_PER_DAY} emails within 24 hours. Please try again later.`,
  );
export const dailyRecipients = (limit: {
  recipients: number;
  daily_recipients: number;
  recipients_left: number;
}) =>
  new AppError(
    409,
    "audience.daily_recipients",
    `Your emails can reach ${limit.daily_recipients} people within 24 hours (${limit.recipients_left} left), and your audience has ${limit.recipients}.`,
  );
export const formOutdated = () =>
  new AppError(409, "audience.form_outdated", "The form has expired. Please reload the page and try again.");
