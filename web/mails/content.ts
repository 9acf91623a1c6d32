import type { PageSite } from "../../contract/pages/pages.ts";
import {
  accountLinked,
  confirmSignup,
  invitation,
  passwordChanged,
  resetPassword,
  verifyEmail,
} from "./account-mails.ts";
import type { Content, MailContent, OwnMail } from "./content-types.ts";
import { withMoneyAndContact } from "./money-and-contact.ts";
import { ordersExport } from "./orders-export.ts";
import { paymentNotice } from "./payment-notice.ts";
import { receipt } from "./receipt.ts";
import { dispute, refund, refundNotice, shipped } from "./refund-content.ts";
import { sale, saleRefused, sales, salesStopped } from "./sales.ts";
import { orderLink, withdrawal, withdrawalNotice } from "./withdrawal.ts";

export function contentOf(model: OwnMail, site: PageSite): MailContent {
  const content = buildContent(model, new URL(site.publicUrl).host);
  return { facts: [], other: null, notes: [], ...withMoneyAndContact(model, content) };
}

function buildContent(model: OwnMail, host: string): Content {
  switch (model.mail) {
    case "verify-email":
      return verifyEmail(model, host);
    case "reset-password":
      return resetPassword(model, host);
    case "password-changed":
      return passwordChanged(model, host);
    case "account-linked":
      return accountLinked(model, host);
    case "invitation":
      return invitation(model, host);
    case "confirm-signup":
      return confirmSignup(model, host);
    case "receipt":
      return receipt(model, host);
    case "payment-notice":
      return paymentNotice(model, host);
    case "refund":
      return refund(model, host);
    case "shipped":
      return shipped(model, host);
    case "refund-notice":
      return refundNotice(model, host);
    case "dispute":
      return dispute(model, host);
    case "withdrawal":
      return withdrawal(model, host);
    case "withdrawal-notice":
      return withdrawalNotice(model, host);
    case "order-link":
      return orderLink(model, host);
    case "orders-export":
      return ordersExport(model, host);
    case "sale-refused":
      return saleRefused(model, host);
    case "sales-stopped":
      return salesStopped(model, host);
    case "sale":
      return sale(model, host);
    case "sales":
      return sales(model, host);
  }
}
