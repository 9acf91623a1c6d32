import { accountRoutes } from "../contract/accounts.ts";
import type { MailLink } from "../contract/mails.ts";
import { paths } from "../contract/paths.ts";
import { deriveMailToken, refreshToken } from "./modules/accounts/index.ts";
import type { OrderTokens } from "./modules/checkout/index.ts";
import type { Queries } from "./platform/database/index.ts";
import type { DeriveToken } from "./platform/tokens.ts";

/** What the links of accounts are good for. */
const PURPOSES = { "verify-email": "verify", "reset-password": "reset", "set-password": "invite" } as const;

/** Readies a link whose mail is about to go; false when it leads nowhere any more. */
export function createLinkRefresher(db: Queries): (link: MailLink) => Promise<boolean> {
  return async (link) => {
    switch (link.to) {
      case "verify-email":
      case "reset-password":
      case "set-password":
        return refreshToken(db, { id: link.seed, purpose: PURPOSES[link.to] });
      default:
        return true;
    }
  };
}

/** The path behind each link of a mail. Secret ones come into being here, when the mail is written. */
export function createMailLinks(parts: {
  derive: DeriveToken;
  orders: OrderTokens;
}): (link: MailLink) => string {
  const { derive, orders } = parts;
  return (link) => {
    switch (link.to) {
      case "verify-email":
        return `${accountRoutes.verify.path}?token=${deriveMailToken(derive, PURPOSES[link.to], link.seed)}`;
      case "reset-password":
        return paths.resetPassword(deriveMailToken(derive, PURPOSES[link.to], link.seed));
      case "set-password":
        return paths.resetPassword(deriveMailToken(derive, PURPOSES[link.to], link.seed), "invitation");
      case "order":
        return paths.order(orders.order(link.seed));
      case "download":
        return paths.download(orders.download(link.seed, link.generation));
      case "page":
        return link.path;
    }
  };
}
