import { z } from "zod";
import { MarketingTemplate } from "./marketing-templates.ts";

/** The target of a link in an email. Secret links have a seed, from which the token is derived when the email is sent; no token is stored. */
export const MailLink = z.discriminatedUnion("to", [
  z.object({ to: z.enum(["verify-email", "reset-password", "set-password", "order"]), seed: z.string() }),
  /** Each renewal of an order's download link increases its version. */
  z.object({ to: z.literal("download"), seed: z.string(), generation: z.number().int() }),
  /** A page with a public URL. */
  z.object({ to: z.literal("page"), path: z.string() }),
]);
export type MailLink = z.infer<typeof MailLink>;

/** What is unusual about the payment of an order. */
export const PaymentNotice = z.enum(["processing", "failed", "duplicate", "oversold", "held"]);
export type PaymentNotice = z.infer<typeof PaymentNotice>;

/** All emails of the product; `links.main` is the link of the button. `Link` is the type of a link at that stage. */
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
    /** Sent to an unverified email, so it contains no free text. */
    z.object({
      mail: z.literal("verify-email"),
      /** Empty for a user without a page. */
      handle: z.string(),
      validHours: z.number().int(),
      links: main,
    }),
    z.object({
      mail: z.literal("reset-password"),
      validMinutes: z.number().int(),
      /** Sent without a request by the user: the account becomes an administrator's once its owner has set a password. */
      forAdmin: z.boolean().optional(),
      links: main,
    }),
    /** `main`: the page to request a new password. */
    z.object({ mail: z.literal("password-changed"), at: z.iso.datetime(), links: main }),
    /** `main`: the sign-in page. */
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
    /** `main`: the download, in addition to `order`; or only the order page when there is no download. */
    z.object({
      mail: z.literal("receipt"),
      ...sale,
      creator: z.string(),
      paidAt: z.iso.datetime(),
      /** Set when the receipt is sent again on request; `until` is the expiry of its download link. */
      again: z.object({ until: z.iso.datetime().nullable() }).optional(),
      links: z.object({ main: link, order: link.nullable() }),
    }),
    /** To the buyer, with `main` the order page, or to creator and administrators, with `main` the list of orders. */
    z.object({
      mail: z.literal("payment-notice"),
      notice: PaymentNotice,
      isBuyer: z.boolean(),
      ...sale,
      links: main,
    }),
    /** To the creator. `main`: the list of orders. `feeCents`: the platform's fee. */
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

/** A queued email. */
export const QueuedMail = mailsWith(MailLink);
export type QueuedMail = z.infer<typeof QueuedMail>;

const address = z.url({ protocol: /^https?$/ });

/** A marketing email of an administrator, queued as a row of its campaign. */
const MarketingMail = z.object({
  mail: z.literal("marketing"),
  template: MarketingTemplate,
  subject: z.string(),
  body: z.string(),
  /** Any URL. */
  cta: z.object({ label: z.string(), url: address }).nullable(),
  /** `main`: the unsubscribe page. */
  links: z.object({ main: address }),
});
export type MarketingMail = z.infer<typeof MarketingMail>;

/** An email as it is rendered: every link is an absolute URL, of this site unless an administrator entered it. */
export const MailModel = z.discriminatedUnion("mail", [mailsWith(address), MarketingMail]);
export type MailModel = z.infer<typeof MailModel>;

/** The result of rendering an email. */
export type RenderedMail = { subject: string; html: string; text: string };
