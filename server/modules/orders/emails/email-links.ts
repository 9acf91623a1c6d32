import { paths } from "../../../../contract/rules/paths.ts";
import type { Database } from "../../../platform/database/index.ts";
import type { EmailLinks } from "../../../platform/mail/port.ts";
import type { OrderTokens } from "../access/tokens.ts";
import { isGiftOpen } from "../gifts/send-gifts.ts";
import { refreshLibraryLink } from "../library/links.ts";
import { isNoticeOpen } from "../versions/notices.ts";
import { newsPath } from "../versions/product-news.ts";

/** Resolves links to a buyer's order and library. */
export const createEmailLinks = (db: Database, tokens: OrderTokens): EmailLinks => ({
  order: { path: ({ seed }) => paths.order(tokens.order(seed)) },
  "order-email": { path: ({ seed }) => paths.confirmOrderEmail(tokens.emailChange("confirm", seed)) },
  "undo-order-email": { path: ({ seed }) => paths.undoOrderEmail(tokens.emailChange("undo", seed)) },
  gift: {
    path: ({ seed }) => paths.gift(tokens.gift(seed)),
    refresh: ({ seed }) => isGiftOpen(db, seed),
  },
  "stop-gift": { path: ({ seed }) => paths.stopGift(tokens.stopGift(seed)) },
  version: {
    path: ({ seed }) => versionPath(tokens, seed),
    refresh: ({ seed }) => isNoticeOpen(db, seed),
  },
  "end-product-news": { path: ({ seed }) => newsPath({ tokens }, seed) },
  library: {
    path: ({ seed }) => paths.enterLibrary(tokens.library(seed)),
    refresh: ({ seed }) => refreshLibraryLink(db, seed),
  },
});

/** Returns the page of the order or gift in the link of an email about a version. */
function versionPath(tokens: OrderTokens, seed: string): string {
  const [, , , kind, ...place] = seed.split(" ");
  const ofPlace = place.join(" ");
  return kind === "gift" ? paths.gift(tokens.gift(ofPlace)) : paths.order(tokens.order(ofPlace));
}
