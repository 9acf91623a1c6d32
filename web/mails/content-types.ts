import type { CreatorNews, MailModel, MarketingMail } from "../../contract/mails/mails.ts";

/** The content of an email, from which HTML and plain text are rendered. */
export type MailContent = {
  subject: string;
  /** What an inbox shows beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  facts: { term: string; value: string }[];
  action: { label: string; href: string };
  /** A second, quieter way on. */
  other: { label: string; href: string } | null;
  /** After the button, smaller. */
  notes: string[];
  /** Why this person gets it. */
  why: string;
};

/** What an email says itself: its button leads to the main link, and its subject is the heading unless it has another. */
export type Content = Pick<MailContent, "preview" | "heading" | "paragraphs" | "why"> &
  Partial<Omit<MailContent, "action">> & { action: string };
/** Every mail that the product itself causes. */
export type OwnMail = Exclude<MailModel, MarketingMail | CreatorNews>;
export type MailOf<Name extends OwnMail["mail"]> = Extract<OwnMail, { mail: Name }>;
