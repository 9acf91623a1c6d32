/** Minutes for which the link to a buyer's library is valid. */
export const LIBRARY_LINK_MINUTES = 20;
/** Days for which a browser stays signed in to the library. */
export const LIBRARY_DAYS = 30;
/** The number of orders in one response. */
export const LIBRARY_PAGE_SIZE = 50;
/** Above this number of purchases the library shows a search. */
export const LIBRARY_SEARCH_ABOVE = 20;
/** Caps on the emails with the link to a library, in addition to `RECEIPT_CAPS.ip`. */
export const LIBRARY_CAPS = {
  /** The emails to one mailbox. Above this cap no email is sent, and the recent links are extended, so that the owner can use an earlier email. */
  recipient: { points: 3, seconds: 3600 },
  /** The share of one client IP (IPv6: /64) in a recipient's cap. */
  client: { points: 2, seconds: 3600 },
} as const;
/** Hours for which the new email of an order can be confirmed. */
export const ORDER_EMAIL_CONFIRM_HOURS = 24;
/** Hours for which the former email of an order can undo the change. */
export const ORDER_EMAIL_UNDO_HOURS = 72;
/** The maximum number of email corrections of one order. */
export const ORDER_EMAIL_CAP = { points: 5, seconds: 86_400 } as const;
