import { defineErrors } from "../../platform/http/app-error.ts";

export const errors = defineErrors("checkout", {
  notForSale: [409, "This is not for sale right now."],
  creatorUnverified: [
    409,
    "Orders of this creator are not emailed, because the creator's email is not verified yet.",
  ],
  nothingToDownload: [409, "There is nothing to download for this order."],
  notPaid: [409, "This order is not paid, so there is nothing to send."],
  noBuyerEmail: [
    409,
    "This order has no email. Enter one to receive the links.",
    { code: "checkout.no_email" },
  ],
  buyerUnreachable: [409, "The buyer gave no email, so nothing can be sent.", { code: "checkout.no_email" }],
  downloadExpired: [410, "This download link has expired. Your order page gives you a new one."],
  wasRefunded: [410, "This order was refunded, so its download has ended.", { code: "checkout.refunded" }],
  accessEnded: [410, "The download of this order has ended.", { code: "checkout.refunded" }],
  paymentReturned: [
    410,
    "Your bank returned this payment, so the download has ended.",
    { code: "checkout.refunded" },
  ],
  downloadPaused: [
    409,
    "Downloads are paused while your bank reviews this payment.",
    { code: "checkout.disputed" },
  ],
  emailGone: [
    409,
    "The email of this order can no longer be corrected, because its buyer has been removed.",
    { code: "orders.email_gone" },
  ],
  emailSame: [409, "The order already has this email.", { code: "orders.email_same" }],
  emailDisputed: [
    409,
    "The email can't be corrected while the buyer's bank reviews the payment.",
    { code: "orders.disputed" },
  ],
  emailLinkOver: [410, "This link to the order no longer works.", { code: "orders.email_link_over" }],
  otherEmail: [400, "Enter the email that this link was sent to."],
  wasGifted: [
    410,
    "This order was sent as a gift, so its receiver has the download.",
    { code: "orders.gifted" },
  ],
  giftUnpaid: [
    409,
    "Only a purchase that was paid for can be sent as a gift.",
    { code: "orders.not_giftable" },
  ],
  giftOfNobody: [
    409,
    "The buyer of this order has been removed, so it can't be sent as a gift.",
    { code: "orders.not_giftable" },
  ],
  giftOfGoods: [
    409,
    "Only files can be sent as a gift. For goods, enter the receiver's address when you buy them.",
    { code: "orders.not_giftable" },
  ],
  giftSent: [409, "The gift is already sent, so it can't be changed.", { code: "orders.gift_sent" }],
  giftToOneself: [
    400,
    "This is your own email. Enter the receiver's.",
    { code: "invalid_input", field: "email" },
  ],
  giftUnwanted: [
    400,
    "This person wants no emails from this seller, so the gift can't be sent there.",
    { code: "invalid_input", field: "email" },
  ],
  giftDay: [400, "Choose a day from {first} to {last}.", { code: "invalid_input", field: "day" }],
  ownEmail: [409, "This is your own email. Enter another person's.", { code: "orders.own_email" }],
  unsubscribed: [
    409,
    "This person has unsubscribed from your emails, so nothing can be sent to them.",
    { code: "orders.unsubscribed" },
  ],
  notGiftable: [409, "Only a product with a file can be given away.", { code: "orders.not_giftable" }],
  noGoods: [400, "Name goods of this order.", { code: "invalid_input", field: "lines" }],
  notShippable: [409, "This order is not paid, or has nothing to ship.", { code: "orders.not_shippable" }],
  withdrawnFrom: [
    409,
    "The buyer has withdrawn from the contract, so there is nothing to ship.",
    { code: "orders.not_shippable" },
  ],
});
