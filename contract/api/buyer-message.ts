import { z } from "zod";
import { MAX_BUYER_LINK_LABEL, MAX_BUYER_MESSAGE } from "../rules/buyer-message-limits.ts";
import { fieldMessages, maxLengthText, oneLine, withoutDirectionControls } from "../rules/fields.ts";
import { typedUrl } from "../rules/url-fields.ts";
import { defineMessages } from "../texts.ts";

export const buyerMessages = defineMessages("buyer_message", {
  https: "The link must begin with https://.",
  needsUrl: "Enter the URL of the link, or remove its label.",
});

/** A product's message, as its buyers see it. */
export const BuyerMessage = z.object({
  /** The product's name if several were bought, otherwise null. */
  name: z.string().nullable(),
  /** Formatted text, or null for a link alone. */
  text: z.string().nullable(),
  link: z.object({ label: z.string(), url: z.string() }).nullable(),
});
export type BuyerMessage = z.infer<typeof BuyerMessage>;

/** The fields of the message in a response with a product, which only its creator receives. */
export const buyerMessageOf = {
  /** Formatted text for paying buyers, or null. */
  buyer_message: z.string().nullable(),
  buyer_link_label: z.string().nullable(),
  buyer_link_url: z.string().nullable(),
};

/** The message in the request of a product. */
export const buyerMessageFields = {
  buyerMessage: maxLengthText("Message", MAX_BUYER_MESSAGE).nullish(),
  buyerLinkLabel: maxLengthText("Link label", MAX_BUYER_LINK_LABEL)
    .overwrite(withoutDirectionControls)
    .regex(...oneLine("Link label"))
    .nullish(),
  /** An https URL, or empty. */
  buyerLinkUrl: typedUrl({ noun: "Link", form: buyerMessages.https })
    .refine((url) => !/^http:/i.test(url), { error: buyerMessages.https })
    .nullish(),
};

type SentMessage = z.infer<z.ZodObject<typeof buyerMessageFields>>;
type Issues = { addIssue(issue: { code: "custom"; path: string[]; message: string }): void };

/** Returns a sent message with its link, and adds an issue unless label and URL come together. */
export function toBuyerMessage(sent: SentMessage, context: Issues) {
  const label = sent.buyerLinkLabel || null;
  const url = sent.buyerLinkUrl || null;
  const add = (field: string, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (url && !label) add("buyerLinkLabel", fieldMessages.required({ noun: "Link label" }));
  if (label && !url) add("buyerLinkUrl", buyerMessages.needsUrl);
  return {
    buyerMessage: sent.buyerMessage || null,
    buyerLinkLabel: label,
    buyerLinkUrl: url && new URL(url).href,
  };
}
