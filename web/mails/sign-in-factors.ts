import { DEFAULT_PROVIDER, PROVIDER_NAMES } from "../../contract/rules/order-states.ts";
import { texts } from "../../contract/texts.ts";
import { formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";

const t = texts("factor_mails", {
  why: "You received this because you have an account at {host}, where it concerns your sign-in.",
  open: "Open security settings",
  advice:
    "If this was you, nothing else is needed. If it wasn't, open your security settings, log out everywhere else and choose a new password.",
  passkeyPreview: "If this wasn't you, look at your security settings now.",
  passkeyAdded: "A passkey was added to your account",
  passkeyAddedText: "On {date} a passkey was added to your account. It signs in without your password.",
  passkeyRemoved: "A passkey was removed from your account",
  passkeyRemovedText:
    "On {date} a passkey was removed from your account. Your device may still offer it; it no longer works.",
  enabled: "Your second factor is on",
  enabledText:
    "On {date} codes of an authenticator app were turned on for your account. They are asked for when you sign in with your password.",
  disabled: "Your second factor is off",
  disabledText:
    "On {date} the second factor of your account was turned off. Your password alone signs in now.",
  codesRenewed: "You have new recovery codes",
  codesRenewedText:
    "On {date} new recovery codes were made for your account. The ones before no longer work.",
  codeUsed: "A recovery code was used",
  codeUsedText:
    "On {date} a recovery code of your account was used in place of your authenticator app. You have {left, plural, one {# recovery code} other {# recovery codes}} left.",
  payoutPreview:
    "If this wasn't you, look at your security settings now: your money may go to somebody else.",
  payoutWhy: "You received this because you have an account at {host}, where it concerns your money.",
  payoutConnected: "A payout account was connected",
  payoutConnectedText:
    "On {date} the account {account} at {provider} was connected to your page. The money of your sales goes there.",
  payoutDisconnected: "Your payout account was disconnected",
  payoutDisconnectedText: "On {date} the account {account} at {provider} was disconnected from your page.",
  payoutProfile: "Your payment details were changed",
  payoutProfileText: "On {date} the payment provider or the payment account of your profile was changed.",
  removed: "Your second factor was removed",
  removedText:
    "On {date} the second factor of your account was removed, as an administrator requested a day before. Your password alone signs in now.",
  removal: "Your second factor will be removed",
  removalPreview: "Keep it if you did not ask for this.",
  removalText:
    "An administrator of {host} was asked to remove the second factor of your account. It will be removed on {date}; then your password alone signs in.",
  removalAdvice:
    "If you did not ask for this, keep it: it may be an attempt to get into your account. Signing in with a code keeps it as well.",
  keep: "Keep my second factor",
});

/** The parts that these emails have in common. */
const common = (host: string) => ({ preview: t.passkeyPreview, action: t.open, why: t.why({ host }) });

export function passkeyChanged({ change, at }: MailOf<"passkey-changed">, host: string): Content {
  const date = formatTimestamp(at);
  const [heading, text] =
    change === "added"
      ? [t.passkeyAdded, t.passkeyAddedText({ date })]
      : [t.passkeyRemoved, t.passkeyRemovedText({ date })];
  return { ...common(host), heading, paragraphs: [text, t.advice] };
}

export function payoutChanged(mail: MailOf<"payout-changed">, host: string): Content {
  const given = {
    date: formatTimestamp(mail.at),
    account: `…${mail.account ?? ""}`,
    provider: PROVIDER_NAMES[mail.provider ?? DEFAULT_PROVIDER],
  };
  const [heading, text] = {
    connected: [t.payoutConnected, t.payoutConnectedText(given)],
    disconnected: [t.payoutDisconnected, t.payoutDisconnectedText(given)],
    profile: [t.payoutProfile, t.payoutProfileText({ date: given.date })],
  }[mail.change];
  const paragraphs = [text ?? "", t.advice];
  return {
    preview: t.payoutPreview,
    action: t.open,
    heading: heading ?? "",
    paragraphs,
    why: t.payoutWhy({ host }),
  };
}

export function secondFactorChanged(mail: MailOf<"second-factor-changed">, host: string): Content {
  const date = formatTimestamp(mail.at);
  const left = mail.codesLeft ?? 0;
  const [heading, text] = {
    enabled: [t.enabled, t.enabledText({ date })],
    disabled: [t.disabled, t.disabledText({ date })],
    "codes-renewed": [t.codesRenewed, t.codesRenewedText({ date })],
    "code-used": [t.codeUsed, t.codeUsedText({ date, left })],
    removed: [t.removed, t.removedText({ date })],
  }[mail.change] as [string, string];
  return { ...common(host), heading, paragraphs: [text, t.advice] };
}

export const secondFactorRemoval = (mail: MailOf<"second-factor-removal">, host: string): Content => ({
  preview: t.removalPreview,
  heading: t.removal,
  paragraphs: [t.removalText({ host, date: formatTimestamp(mail.removedAt) }), t.removalAdvice],
  action: t.keep,
  why: t.why({ host }),
});
