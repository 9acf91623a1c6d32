import type { Site } from "../../contract/rules/site.ts";
import { texts } from "../../contract/texts.ts";
import { formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";
import { parts } from "./order-parts.ts";

const t = texts("account_mails", {
  verifyHeading: "Confirm your email address",
  verifyPreview: "Confirm it to unlock all features.",
  verify: "Welcome to {site}. Confirm this email to unlock all features.",
  verifyPage: "Welcome to {site}. Confirm this email to unlock all features of your page @{handle}.",
  verifyAction: "Confirm email",
  verifyWhy:
    "This email was used to register at {host}. If that wasn't you, do not open the link; nothing else is needed.",
  worksHours: "The link works for {hours, plural, one {# hour} other {# hours}}.",
  worksWeeks: "The link works for {weeks, plural, one {# week} other {# weeks}}.",
  worksOnceMinutes: "The link works once, for {minutes, plural, one {# minute} other {# minutes}}.",
  worksOnceHours: "The link works once, for {hours, plural, one {# hour} other {# hours}}.",
  worksOnceDays: "The link works once, for {days, plural, one {# day} other {# days}}.",
  worksOnceWeeks: "The link works once, for {weeks, plural, one {# week} other {# weeks}}.",
  choosePassword: "Choose a password",
  resetHeading: "Choose a new password",
  reset:
    "We received a request to reset the password of your account at {host}. Choose a new one here; you'll be logged out on other devices.",
  resetAdmin:
    "Choose a new password to become the administrator of {host}. You'll be logged out on other devices.",
  resetWhy: "If you did not request this, ignore this email: your password stays as it is.",
  resetAdminWhy:
    "The settings of {host} name this email as the administrator, and it was verified in a browser that was not signed in to the account. The new password makes sure that the account is yours alone.",
  changedHeading: "Your password was changed",
  changedPreview: "If this wasn't you, choose a new password now.",
  changed: "On {date} the password of your account was changed, and every other device was logged out.",
  changedAdvice:
    "If this was you, nothing else is needed. If it wasn't, secure your account now by choosing a new password.",
  changedAction: "This wasn't me",
  newEmailHeading: "Confirm your new email",
  newEmailPreview: "Confirm it to use it for your account.",
  newEmail:
    "This email was entered at {host} as the new email of an account. Confirm it while signed in to that account.",
  newEmailWhy:
    "If that wasn't you, ignore this email: nothing changes, and the account cannot use your email.",
  emailChangedHeading: "The email of your account was changed",
  emailChangedPreview: "If this wasn't you, take your account back.",
  emailChanged: "On {date} the email of your account at {host} was changed, and this one is no longer used.",
  emailChangedAdvice:
    "If this was you, nothing else is needed. If it wasn't, take the account back: every device is logged out, the password stops working, and you choose a new one.",
  haveAccount: "You received this because you have an account at {host}.",
  linkedHeading: "{provider} is now linked to your account",
  linkedPreview: "You can now sign in with {provider}.",
  linked:
    "On {date} your account was linked to the {provider} account with this email. You can now sign in with it.",
  linkedAdvice:
    "If this wasn't you, change the password of your {provider} account first, then choose a new one here.",
  linkedAction: "Open {site}",
  invitationSubject: "Your page on {site} is ready",
  invitationPreview: "Choose a password to start using it.",
  invitationHeading: "Your page is ready",
  invitation:
    "Hello {name}, an administrator of {host} created an account with the page @{handle} for you. Choose a password to start using it.",
  invitationPreviewProvider: "Sign in with {provider} to start using it.",
  invitationProvider:
    "Hello {name}, an administrator of {host} created an account with the page @{handle} for you. Sign in with {provider} and this email to start using it.",
  invitationAction: "Sign in",
  invitationWhy:
    "You received this invitation from an administrator of {host}. If you did not expect it, ignore this email.",
});

export const verifyEmail = (mail: MailOf<"verify-email">, host: string, { name: site }: Site): Content => ({
  preview: t.verifyPreview,
  heading: t.verifyHeading,
  paragraphs: [mail.handle ? t.verifyPage({ site, handle: mail.handle }) : t.verify({ site })],
  action: t.verifyAction,
  notes: [works(mail.validHours)],
  why: t.verifyWhy({ host }),
});

export function resetPassword(mail: MailOf<"reset-password">, host: string): Content {
  const validity = worksOnce(mail.validMinutes);
  return {
    preview: validity,
    heading: t.resetHeading,
    paragraphs: [mail.forAdmin ? t.resetAdmin({ host }) : t.reset({ host })],
    action: t.choosePassword,
    notes: [validity],
    why: mail.forAdmin ? t.resetAdminWhy({ host }) : t.resetWhy,
  };
}

export const passwordChanged = (mail: MailOf<"password-changed">, host: string): Content => ({
  preview: t.changedPreview,
  heading: t.changedHeading,
  paragraphs: [t.changed({ date: formatTimestamp(mail.at) }), t.changedAdvice],
  action: t.changedAction,
  why: t.haveAccount({ host }),
});

export const confirmEmail = (mail: MailOf<"confirm-email">, host: string): Content => ({
  preview: t.newEmailPreview,
  heading: t.newEmailHeading,
  paragraphs: [t.newEmail({ host })],
  action: t.verifyAction,
  notes: [works(mail.validHours)],
  why: t.newEmailWhy,
});

export const emailChanged = (mail: MailOf<"email-changed">, host: string): Content => ({
  preview: t.emailChangedPreview,
  heading: t.emailChangedHeading,
  paragraphs: [t.emailChanged({ date: formatTimestamp(mail.at), host }), t.emailChangedAdvice],
  action: t.changedAction,
  notes: [worksOnce(mail.validHours * 60)],
  why: t.haveAccount({ host }),
});

export function accountLinked(
  { provider, at }: MailOf<"account-linked">,
  host: string,
  { name: site }: Site,
): Content {
  const heading = t.linkedHeading({ provider });
  return {
    preview: t.linkedPreview({ provider }),
    heading,
    paragraphs: [t.linked({ date: formatTimestamp(at), provider }), t.linkedAdvice({ provider })],
    action: t.linkedAction({ site }),
    why: t.haveAccount({ host }),
  };
}

export function invitation(mail: MailOf<"invitation">, host: string, { name: site }: Site): Content {
  const { displayName: name, handle, signInWith: provider } = mail;
  const common = {
    subject: t.invitationSubject({ site }),
    heading: t.invitationHeading,
    why: t.invitationWhy({ host }),
  };
  if (provider) {
    return {
      ...common,
      preview: t.invitationPreviewProvider({ provider }),
      paragraphs: [t.invitationProvider({ name, host, handle, provider })],
      action: t.invitationAction,
    };
  }
  return {
    ...common,
    preview: t.invitationPreview,
    paragraphs: [t.invitation({ name, host, handle })],
    action: t.choosePassword,
    notes: [worksOnce(mail.validHours * 60)],
  };
}

const DAY = 24;
const WEEK = 168;

/** Says how long a link works, in the largest whole unit: hours, days or weeks. */
function works(hours: number): string {
  if (hours % WEEK === 0) return t.worksWeeks({ weeks: hours / WEEK });
  return hours % DAY === 0 ? parts.worksDays({ days: hours / DAY }) : t.worksHours({ hours });
}

/** Says how long a link works that works once, in the largest whole unit. */
function worksOnce(minutes: number): string {
  const hours = minutes / 60;
  if (!Number.isInteger(hours)) return t.worksOnceMinutes({ minutes });
  if (hours % WEEK === 0) return t.worksOnceWeeks({ weeks: hours / WEEK });
  return hours % DAY === 0 ? t.worksOnceDays({ days: hours / DAY }) : t.worksOnceHours({ hours });
}
