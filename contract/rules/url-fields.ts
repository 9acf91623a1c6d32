import type { Noun } from "../nouns.ts";
import type { Message } from "../texts.ts";
import { fieldMessages } from "./fields.ts";
import { formatNumber } from "./formats.ts";
import { limits } from "./limits.ts";
import { type UrlProblem, urlProblem } from "./meanings.ts";
import { urlText } from "./text-fields.ts";

/** Returns true for an absolute http or https URL with a host that no browser parses as another scheme. */
export const isHttpUrl = (value: string): boolean => urlProblem(value, limits.url.max) === undefined;

/** Messages for an invalid URL. `form`: the URL does not begin with http:// or https://. `host`: the URL has no valid host. */
type UrlMessages = { noun: Noun; form?: Message; host?: Message };

/** Returns the message for a URL's problem. */
function urlMessage(
  problem: UrlProblem,
  { noun, form = fieldMessages.url({ noun }), host = form }: UrlMessages,
): Message {
  switch (problem) {
    case "form":
      return form;
    case "host":
      return host;
    case "twice":
      return fieldMessages.urlTwice({ noun });
    case "invisible":
      return fieldMessages.urlInvisible({ noun });
    case "long":
      return urlTooLong(noun);
  }
}
export const urlTooLong = (noun: Noun) =>
  fieldMessages.urlTooLong({ noun, max: formatNumber(limits.url.max) });

/** Returns the message for an invalid URL, or undefined. */
export function urlError(value: string, messages: UrlMessages): Message | undefined {
  const problem = urlProblem(value, limits.url.max);
  return problem && urlMessage(problem, messages);
}

/** An http(s) URL or an empty text as entered. `form` is the message for any other text. */
export function typedUrl(messages: UrlMessages) {
  const { noun, form = fieldMessages.url({ noun }) } = messages;
  return urlText(form, limits.url.max, urlTooLong(noun)).superRefine((value, context) => {
    const message = value === "" ? undefined : urlError(value, messages);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
}

/** An http(s) URL, stored as normalised by the URL standard. */
export function httpUrl(messages: UrlMessages) {
  const { noun, form = fieldMessages.url({ noun }) } = messages;
  return typedUrl(messages)
    .min(1, { error: form })
    .transform((value) => new URL(value).href);
}

/** An http(s) URL, or an empty text, which becomes null. */
export function optionalUrl(messages: UrlMessages) {
  return typedUrl(messages).transform((value) => (value === "" ? null : new URL(value).href));
}

/** An unfinished URL. Any text is valid. Empty text becomes null. */
export const draftUrl = (noun: Noun) =>
  urlText(fieldMessages.notText({ noun }), limits.url.max, urlTooLong(noun))
    .transform((url) => url || null)
    .nullable();
