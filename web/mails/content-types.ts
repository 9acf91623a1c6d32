import type { CreatorNews, MailModel, MarketingMail } from "../../contract/mails/mails.ts";

/** The content of an email, from which HTML and plain text are rendered. */
export type MailContent = {
  subject: string;
  /** The preview beside the subject in an inbox. */
  preview: string;
  heading: string;
  paragraphs: string[];
  /** Formatted texts by a paid seller, each with at most one link. */
  messages: { heading: string; text: string | null; link: { label: string; url: string } | null }[];
  facts: { term: string; value: string }[];
  action: { label: string; href: string };
  /** A second, quieter link. */
  other: { label: string; href: string } | null;
  /** Small text after the button. */
  notes: string[];
  /** Why the recipient receives it. */
  why: string;
};

/** The parts that each email defines. Its button is the main link, and its subject the heading by default. */
export type Content = Pick<MailContent, "preview" | "heading" | "paragraphs" | "why"> &
  Partial<Omit<MailContent, "action">> & { action: string };
/** All emails whose text the product writes, so no marketing emails. */
export type OwnMail = Exclude<MailModel, MarketingMail | CreatorNews>;
export type MailOf<Name extends OwnMail["mail"]> = Extract<OwnMail, { mail: Name }>;
