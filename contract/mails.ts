import { z } from "zod";
import { MarketingTemplate } from "./marketing-templates.ts";

/** Where a link in a mail leads. Secret ones are named by their seed: no token is kept, it is derived when the mail is sent. */
export const MailLink = z.discriminatedUnion("to", [
  z.object({ to: z.enum(["verify-email", "reset-password", "set-password", "order"]), seed: z.string() }),
  /** A renewed download link is the next generation of the order's. */
  z.object({ to: z.literal("download"), seed: z.string(), generation: z.number().int() }),
  /** A page that everybody may know the address of. */
  z.object({ to: z.literal("page"), path: z.string() }),
]);
export type MailLink = z.infer<typeof MailLink>;

/** All mails of the product; `links.main` is the one behind the button. `Link` is what a link is at that stage. */
function mailsWith<Link extends z.ZodType>(link: Link) {
  const main = z.object({ main: link });
  // An email that an earlier release queued has no order number.
  const sale = {
    order: z.number().int().optional(),
    product: z.string(),
    amountCents: z.number().int(),
    currency: z.string(),
  };
  return z.discriminatedUnion("mail", [
    /** Goes to an address that nobody has shown to be theirs, so it repeats no free text. */
    z.object({
      mail: z.literal("verify-email"),
      /** Empty for who has no page yet. */
      handle: z.string(),
      validHours: z.number().int(),
      links: main,
    }),
    z.object({
      mail: z.literal("reset-password"),
      validMinutes: z.number().int(),
      /** Nobody asked for it: the account is to be an administrator's, once its owner has set a password. */
      forAdmin: z.boolean().optional(),
      links: main,
    }),
    /** `main`: where to ask for a new password. */
    z.object({ mail: z.literal("password-changed"), at: z.iso.datetime(), links: main }),
    /** `main`: where to sign in. */
    z.object({
      mail: z.literal("account-linked"),
      provider: z.string(),
      at: z.iso.datetime(),
      links: main,
    }),
    z.object({
      mail: z.literal("invitation"),
      displayName: z.string(),
      handle: z.string(),
      validHours: z.number().int(),
      links: main,
    }),
    /** `main`: the download, with `order` beside it; or the order page alone when nothing is to be downloaded. */
    z.object({
      mail: z.literal("receipt"),
      ...sale,
      creator: z.string(),
      paidAt: z.iso.datetime(),
      /** Mailed once more, because somebody asked; `until`: when its download link ends. */
      again: z.object({ until: z.iso.datetime().nullable() }).optional(),
      links: z.object({ main: link, order: link.nullable() }),
    }),
    /** To the creator. `main`: the list of orders. `feeCents`: what the platform keeps of the amount. */
    z.object({
      mail: z.literal("sale"),
      ...sale,
      feeCents: z.number().int(),
      /** No money moved. */
      mock: z.boolean().optional(),
      buyerEmail: z.string().nullable(),
      paidAt: z.iso.datetime(),
      links: main,
    }),
    /** To the creator: several sales since the last email. */
    z.object({
      mail: z.literal("sales"),
      count: z.number().int(),
      totals: z.array(
        z.object({
          currency: z.string(),
          count: z.number().int(),
          amountCents: z.number().int(),
          feeCents: z.number().int(),
        }),
      ),
      /** No money moved. */
      mock: z.boolean(),
      links: main,
    }),
  ]);
}

/** A mail that waits to be sent. */
export const QueuedMail = mailsWith(MailLink);
export type QueuedMail = z.infer<typeof QueuedMail>;

const address = z.url({ protocol: /^https?$/ });

/** What an administrator writes to many. It is queued as a row of its own campaign. */
const MarketingMail = z.object({
  mail: z.literal("marketing"),
  template: MarketingTemplate,
  subject: z.string(),
  body: z.string(),
  /** May lead anywhere. */
  cta: z.object({ label: z.string(), url: address }).nullable(),
  /** `main`: how to have no more of them. */
  links: z.object({ main: address }),
});
export type MarketingMail = z.infer<typeof MarketingMail>;

/** A mail as it is drawn: every link is a whole address, of this site unless somebody wrote it. */
export const MailModel = z.discriminatedUnion("mail", [mailsWith(address), MarketingMail]);
export type MailModel = z.infer<typeof MailModel>;

/** What the mail bundle makes of a model. */
export type RenderedMail = { subject: string; html: string; text: string };
