import { accountDeletionRoutes } from "./account-deletion.ts";
import { accountExportRoutes } from "./account-exports.ts";
import { accountImportRoutes } from "./account-imports.ts";
import { accountProfileRoutes } from "./account-profiles.ts";
import { accountSecurityRoutes } from "./account-security.ts";
import { accountRoutes } from "./accounts.ts";
import { adminRoutes } from "./admin.ts";
import { adminApiKeyRoutes } from "./admin-api-keys.ts";
import { adminDomainRoutes } from "./admin-domains.ts";
import { adminOverviewRoutes } from "./admin-overview.ts";
import { adminSecondFactorRoutes } from "./admin-second-factor.ts";
import { analyticsRoutes } from "./analytics.ts";
import { announcementRoutes } from "./announcements.ts";
import { apiKeyRoutes } from "./api-keys.ts";
import { appearanceRoutes } from "./appearance.ts";
import { audienceRoutes } from "./audience.ts";
import { audienceCampaignRoutes } from "./audience-campaigns.ts";
import { blockRoutes } from "./blocks.ts";
import { bookRoutes } from "./books.ts";
import { buyerOrderRoutes } from "./buyer-orders.ts";
import { campaignLinkRoutes } from "./campaign-links.ts";
import { checkoutRoutes } from "./checkout.ts";
import { connectRoutes } from "./connect.ts";
import { creatorPlanRoutes } from "./creator-plan.ts";
import { creatorRoutes } from "./creators.ts";
import { discountSeriesRoutes } from "./discount-series.ts";
import { discountRoutes } from "./discounts.ts";
import { domainRoutes } from "./domains.ts";
import { feedbackRoutes } from "./feedback.ts";
import { fileRoutes } from "./files.ts";
import { funnelRoutes } from "./funnel.ts";
import { letterRoutes } from "./letters.ts";
import { linkPreviewRoutes } from "./link-previews.ts";
import { marketingRoutes } from "./marketing.ts";
import { mcpRoutes } from "./mcp.ts";
import { moderationRoutes } from "./moderation.ts";
import { orderActionRoutes } from "./order-actions.ts";
import { orderBuyerRoutes } from "./order-buyers.ts";
import { orderEmailRoutes } from "./order-emails.ts";
import { orderGiftRoutes } from "./order-gifts.ts";
import { orderOverviewRoutes } from "./order-totals.ts";
import { orderRoutes } from "./orders.ts";
import { pageImportRoutes } from "./page-imports.ts";
import { pagePreviewRoutes } from "./page-preview.ts";
import { passkeyRoutes } from "./passkeys.ts";
import { paymentEventRoutes } from "./payment-events.ts";
import { paymentReviewRoutes } from "./payment-reviews.ts";
import { payoutMoneyRoutes } from "./payout-money.ts";
import { preparedAccountRoutes } from "./prepared-account.ts";
import { productFileRoutes } from "./product-files.ts";
import { productRoutes } from "./products.ts";
import { readerImportRoutes } from "./reader-imports.ts";
import { saleImportRoutes } from "./sale-imports.ts";
import { secondFactorRoutes } from "./second-factor.ts";
import { sellerReportRoutes } from "./seller-reports.ts";
import { sellerRoutes } from "./sellers.ts";
import { siteDocumentRoutes } from "./site-documents.ts";
import { storefrontRoutes } from "./storefront.ts";
import { systemRoutes } from "./system.ts";
import { tileSelectionRoutes } from "./tile-selection.ts";
import { tileRoutes } from "./tiles.ts";
import { versionNoticeRoutes } from "./version-notices.ts";
import { webhookRoutes } from "./webhooks.ts";
import { withdrawalRoutes } from "./withdrawals.ts";

/** All routes of the product, by domain. */
export const routes = {
  accounts: accountRoutes,
  preparedAccount: preparedAccountRoutes,
  siteDocuments: siteDocumentRoutes,
  accountSecurity: accountSecurityRoutes,
  passkeys: passkeyRoutes,
  secondFactor: secondFactorRoutes,
  apiKeys: apiKeyRoutes,
  webhooks: webhookRoutes,
  mcp: mcpRoutes,
  accountData: { ...accountDeletionRoutes, ...accountExportRoutes, ...accountImportRoutes },
  creators: { ...creatorRoutes, announcement: announcementRoutes.show, announce: announcementRoutes.save },
  appearance: { ...appearanceRoutes, preview: pagePreviewRoutes.render },
  tiles: { ...tileRoutes, ...tileSelectionRoutes },
  letters: letterRoutes,
  linkPreviews: linkPreviewRoutes,
  pageImports: pageImportRoutes,
  readerImports: readerImportRoutes,
  saleImports: saleImportRoutes,
  products: {
    ...productRoutes,
    files: productFileRoutes.list,
    saveFiles: productFileRoutes.save,
    versions: versionNoticeRoutes.list,
    announceVersion: versionNoticeRoutes.announce,
    preview: pagePreviewRoutes.renderProduct,
  },
  discounts: discountRoutes,
  discountSeries: discountSeriesRoutes,
  sellers: sellerRoutes,
  files: fileRoutes,
  storefront: storefrontRoutes,
  analytics: {
    ...analyticsRoutes,
    funnel: funnelRoutes.show,
    exportFunnel: funnelRoutes.export,
    digest: funnelRoutes.digest,
    saveDigest: funnelRoutes.saveDigest,
  },
  campaignLinks: campaignLinkRoutes,
  audience: { ...audienceRoutes, ...audienceCampaignRoutes },
  checkout: checkoutRoutes,
  buyerOrders: buyerOrderRoutes,
  orders: {
    ...orderRoutes,
    ...orderOverviewRoutes,
    ...orderActionRoutes,
    ...orderBuyerRoutes,
    ...orderEmailRoutes,
    ...orderGiftRoutes,
    ...bookRoutes,
  },
  domains: domainRoutes,
  withdrawals: withdrawalRoutes,
  connect: connectRoutes,
  payoutMoney: payoutMoneyRoutes,
  accountProfiles: accountProfileRoutes,
  billing: creatorPlanRoutes,
  paymentEvents: paymentEventRoutes,
  feedback: feedbackRoutes,
  admin: {
    ...adminRoutes,
    ...adminApiKeyRoutes,
    ...adminDomainRoutes,
    ...adminOverviewRoutes,
    ...adminSecondFactorRoutes,
    ...sellerReportRoutes,
    payments: paymentReviewRoutes.list,
  },
  moderation: { ...moderationRoutes, ...blockRoutes },
  marketing: marketingRoutes,
  system: systemRoutes,
};

/** The purpose of each group of routes, in the order of the API document. */
export const routeGroups: Record<keyof typeof routes, string> = {
  accounts: "Registration, login, email verification and password reset.",
  preparedAccount: "What somebody had put into an account before the owner of its email came.",
  siteDocuments: "Acceptance of the operator's terms and privacy notice.",
  accountSecurity: "How users prove who they are, and secure their accounts.",
  passkeys: "Credentials of WebAuthn with which users sign in.",
  webhooks: "URLs of programs that receive events of a creator's page.",
  mcp: "Tools for programs with language models.",
  apiKeys: "Keys with which programs use the API for a creator's page.",
  domains: "Own domains of a creator's page.",
  secondFactor: "Codes of an authenticator app, and recovery codes.",
  accountData: "Taking along, bringing in and deleting all that an account has.",
  creators: "A creator's own page and profile.",
  appearance: "How a creator's page looks.",
  tiles: "The tiles of a creator's page.",
  letters: "Drafts and scheduled emails to the audience.",
  linkPreviews: "What a page says about itself, for the tile that links it.",
  pageImports: "A page that exists elsewhere, read and added to the creator's page.",
  readerImports: "Readers of newsletters elsewhere, read from a file and added to the creator's audience.",
  saleImports: "Sales of other services, read from a file and added as orders without money.",
  products: "What a creator sells.",
  discounts: "Codes that lower the price of a creator's products.",
  discountSeries: "Single-use codes, created and downloaded up to 500 at once.",
  sellers: "Who sells on a creator's page.",
  files: "Uploads of images and digital products.",
  storefront: "What visitors see: settings of the site, creator pages, QR codes.",
  analytics: "Visits, clicks and purchases.",
  campaignLinks: "Named links to a creator's page, and their QR codes.",
  audience: "Signups for a creator's news, who signed up, and emails to them.",
  checkout: "Buying: from the tile to the payment.",
  buyerOrders: "A buyer's order: its page, receipt and download.",
  orders: "A creator's orders.",
  withdrawals: "A buyer's right of withdrawal.",
  connect: "A creator's payout account and tips.",
  payoutMoney: "A creator's payout account and tips.",
  accountProfiles: "A creator's payout account and tips.",
  billing: "The Creator plan's subscription, and events of the payment provider.",
  paymentEvents: "Events of payment providers.",
  feedback: "Feedback to the administrators.",
  admin: "Users, feedback, audit log, failed jobs and payments that need a decision.",
  moderation: "Reports of pages, decisions about them, and what is blocked on the site.",
  marketing: "Email campaigns of the administrators.",
  system: "Checks of the installation.",
};
