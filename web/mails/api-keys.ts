import { texts } from "../../contract/texts.ts";
import { formatList, formatTimestamp } from "../lib/format.ts";
import type { Content, MailOf } from "./content-types.ts";

const t = texts("api_key_mails", {
  disabled: "Your webhook was disabled",
  disabledPreview: "Your program no longer receives events.",
  failing:
    "For five days, no event could be delivered to your webhook at {server}. It was disabled. Repair the program that receives the events, then enable the webhook: it gets what it missed in the last 30 days.",
  gone: "The server {server} of your webhook answered that it no longer exists (410). The webhook was disabled.",
  openWebhooks: "Open webhooks",
  webhookWhy: "You received this because you have an account at {host} with a webhook.",
  heading: "An API key was made for your page",
  preview: "If this wasn't you, revoke the key now.",
  text: "On {date} the API key “{name}” was made. A program that has it can use your page within the key's permissions, without signing in.",
  advice:
    "If this was you, nothing else is needed. If it wasn't, revoke the key, log out everywhere else and choose a new password: a new password alone does not end a key.",
  open: "Open API keys",
  why: "You received this because you have an account at {host}, where it concerns who can use it.",
  revoked: "API keys of your page were revoked",
  revokedPreview: "Programs that use them are rejected from now on.",
  revokedText:
    "On {date} an administrator of {host} revoked these API keys of your page: {names}. Programs that use them are rejected from now on.",
  quoted: "“{name}”",
  revokedAdvice:
    "You can make new keys in the settings. If you don't know the reason, ask the administrators.",
  added: "A webhook was added to your page",
  moved: "A webhook of your page was moved",
  webhookPreview: "If this wasn't you, delete the webhook now.",
  addedText: "On {date} a webhook was added: the server {server} is told of events of your page.",
  movedText: "On {date} a webhook was changed: from now on the server {server} is told of its events.",
  webhookAdvice:
    "If this was you, nothing else is needed. If it wasn't, delete the webhook, log out everywhere else and choose a new password.",
});

export const apiKeyMade = ({ name, at }: MailOf<"api-key-made">, host: string): Content => ({
  preview: t.preview,
  heading: t.heading,
  paragraphs: [t.text({ name, date: formatTimestamp(at) }), t.advice],
  action: t.open,
  why: t.why({ host }),
});

export const webhookDisabled = (
  { host: server, reason }: MailOf<"webhook-disabled">,
  host: string,
): Content => ({
  preview: t.disabledPreview,
  heading: t.disabled,
  paragraphs: [t[reason]({ server })],
  action: t.openWebhooks,
  why: t.webhookWhy({ host }),
});

export const apiKeysRevoked = ({ names, at }: MailOf<"api-keys-revoked">, host: string): Content => ({
  preview: t.revokedPreview,
  heading: t.revoked,
  paragraphs: [
    t.revokedText({
      date: formatTimestamp(at),
      host,
      names: formatList(names.map((name) => t.quoted({ name }))),
    }),
    t.revokedAdvice,
  ],
  action: t.open,
  why: t.why({ host }),
});

export const webhookChanged = (
  { change, host: server, at }: MailOf<"webhook-changed">,
  host: string,
): Content => {
  const date = formatTimestamp(at);
  return {
    preview: t.webhookPreview,
    heading: t[change],
    paragraphs: [
      change === "added" ? t.addedText({ date, server }) : t.movedText({ date, server }),
      t.webhookAdvice,
    ],
    action: t.openWebhooks,
    why: t.webhookWhy({ host }),
  };
};
