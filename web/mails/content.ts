import type { PageSite } from "../../contract/pages/pages.ts";
import { paths } from "../../contract/rules/paths.ts";
import { deletionScheduled, exportReady } from "./account-data.ts";
import {
  accountLinked,
  confirmEmail,
  emailChanged,
  invitation,
  passwordChanged,
  resetPassword,
  verifyEmail,
} from "./account-mails.ts";
import { apiKeyMade, apiKeysRevoked, webhookChanged, webhookDisabled } from "./api-keys.ts";
import { confirmSignup } from "./confirm-signup.ts";
import type { Content, MailContent, MailOf, OwnMail } from "./content-types.ts";
import { domainProblem } from "./domains.ts";
import { gift, giftPlanned } from "./gift.ts";
import { letterNotSent } from "./letter-not-sent.ts";
import { libraryLink } from "./library-link.ts";
import { decision, reportsWaiting } from "./moderation.ts";
import { withMoneyAndContact } from "./money-and-contact.ts";
import { newVersion } from "./new-version.ts";
import { confirmOrderEmail, orderEmailChanged } from "./order-email.ts";
import { dispute, refundNotice } from "./order-notices.ts";
import { parts } from "./order-parts.ts";
import { ordersExport } from "./orders-export.ts";
import { paymentNotice } from "./payment-notice.ts";
import { planEnded } from "./plan-ended.ts";
import { receipt } from "./receipt.ts";
import { refund, shipped } from "./refund-content.ts";
import { reportDecided, reportReceived } from "./reports.ts";
import { sale, saleRefused, sales, salesModeChanged, salesStopped } from "./sales.ts";
import {
  passkeyChanged,
  payoutChanged,
  secondFactorChanged,
  secondFactorRemoval,
} from "./sign-in-factors.ts";
import { weeklyDigest } from "./weekly-digest.ts";
import { orderLink, withdrawal, withdrawalNotice } from "./withdrawal.ts";

const contents: {
  [Name in OwnMail["mail"]]: (mail: MailOf<Name>, host: string, site: PageSite) => Content;
} = {
  "verify-email": verifyEmail,
  "reset-password": resetPassword,
  "password-changed": passwordChanged,
  "confirm-email": confirmEmail,
  "email-changed": emailChanged,
  "account-linked": accountLinked,
  "passkey-changed": passkeyChanged,
  "api-key-made": apiKeyMade,
  "api-keys-revoked": apiKeysRevoked,
  "webhook-changed": webhookChanged,
  "webhook-disabled": webhookDisabled,
  "domain-problem": domainProblem,
  "payout-changed": payoutChanged,
  "second-factor-changed": secondFactorChanged,
  "second-factor-removal": secondFactorRemoval,
  "deletion-scheduled": deletionScheduled,
  "export-ready": exportReady,
  invitation,
  "confirm-signup": confirmSignup,
  receipt,
  "payment-notice": paymentNotice,
  refund,
  shipped,
  "refund-notice": refundNotice,
  dispute,
  withdrawal,
  "withdrawal-notice": withdrawalNotice,
  "order-link": orderLink,
  "library-link": libraryLink,
  gift,
  "gift-planned": giftPlanned,
  "new-version": newVersion,
  "confirm-order-email": confirmOrderEmail,
  "order-email-changed": orderEmailChanged,
  "orders-export": ordersExport,
  "report-received": reportReceived,
  "report-decided": reportDecided,
  decision,
  "reports-waiting": reportsWaiting,
  "sale-refused": saleRefused,
  "sales-stopped": salesStopped,
  "sales-mode-changed": salesModeChanged,
  "plan-ended": planEnded,
  sale,
  sales,
  "weekly-digest": weeklyDigest,
  "letter-not-sent": letterNotSent,
};

export function contentOf(model: OwnMail, site: PageSite): MailContent {
  const content = withMoneyAndContact(model, build(model.mail, model, site));
  const action = { label: content.action, href: model.links.main };
  const library = { label: parts.purchases, href: site.publicUrl + paths.library() };
  return {
    subject: content.heading,
    messages: [],
    facts: [],
    other: model.mail === "receipt" ? library : null,
    notes: [],
    ...content,
    action,
  };
}

type Mails = { [Name in OwnMail["mail"]]: MailOf<Name> };
const build = <Name extends keyof Mails>(name: Name, mail: Mails[Name], site: PageSite): Content =>
  contents[name](mail, new URL(site.publicUrl).host, site);
