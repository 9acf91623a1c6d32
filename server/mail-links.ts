import { accountRoutes } from "../contract/accounts.ts";
import type { MailLink } from "../contract/mails.ts";
import { paths } from "../contract/paths.ts";
import { deriveMailToken } from "./modules/accounts/index.ts";
import type { OrderTokens } from "./modules/checkout/index.ts";
import type { DeriveToken } from "./platform/tokens.ts";

/** The path behind each link of a mail. Secret ones come into being here, when the mail is written. */
export function createMailLinks(parts: {
  derive: DeriveToken;
  orders: OrderTokens;
}): (link: MailLink) => string {
  const { derive, orders } = parts;
  return (link) => {
    switch (link.to) {
      case "verify-email":
        return `${accountRoutes.verify.path}?token=${deriveMailToken(derive, "verify", link.seed)}`;
      case "reset-password":
        return paths.resetPassword(deriveMailToken(derive, "reset", link.seed));
      case "set-password":
        return paths.resetPassword(deriveMailToken(derive, "invite", link.seed));
      case "order":
        return paths.order(orders.order(link.seed));
      case "download":
        return paths.download(orders.download(link.seed, link.generation));
      case "page":
        return link.path;
    }
  };
}
