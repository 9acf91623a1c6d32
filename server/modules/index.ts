import type { Infrastructure } from "../platform/infrastructure.ts";
import type { Module } from "../platform/module.ts";
import { createAccountData } from "./account-data/index.ts";
import { type Accounts, createAccounts, createSignInBrowser, findOwner } from "./accounts/index.ts";
import { createAdmin, recordRoleChange } from "./admin/index.ts";
import { createAnalytics } from "./analytics/index.ts";
import { createApiKeys, revokeKeysOf } from "./api-keys/index.ts";
import {
  audienceMembers,
  createAudience,
  findReaderLanguage,
  findReplyAddress,
  leaveAudience,
} from "./audience/index.ts";
import { createCampaignLinks } from "./campaign-links/index.ts";
import { createCheckout } from "./checkout/index.ts";
import { createConnect, endAccountsOfUser } from "./connect/index.ts";
import { createCreatorPlan } from "./creator-plan/index.ts";
import { createCreators } from "./creators/index.ts";
import { createDiscounts } from "./discounts/index.ts";
import { createDomains } from "./domains/index.ts";
import { createFeedback } from "./feedback/index.ts";
import { createFiles } from "./files/index.ts";
import { createFunnel } from "./funnel/index.ts";
import { createLinkPreviewModule } from "./link-previews/index.ts";
import { type Audiences, createMarketing } from "./marketing/index.ts";
import { createMcp } from "./mcp/index.ts";
import { createModeration, eraseReports } from "./moderation/index.ts";
import { createOrderPayments } from "./order-payments/index.ts";
import { access, createOrders, salesOfProducts } from "./orders/index.ts";
import { createPageChanges } from "./page-changes/index.ts";
import { createPageImports, eraseWaitingEmail } from "./page-imports/index.ts";
import { createPasskeys } from "./passkeys/index.ts";
import { createPaymentEvents } from "./payment-events/index.ts";
import { createPrivacy } from "./privacy/index.ts";
import { createProducts, productFiles } from "./products/index.ts";
import { createSecondFactor, hasSecondFactor } from "./second-factor/index.ts";
import { createSellers } from "./sellers/index.ts";
import { createSiteDocuments } from "./site-documents/index.ts";
import { createStorefront } from "./storefront/index.ts";
import { createSystem } from "./system/index.ts";
import { createTiles } from "./tiles/index.ts";
import { announcePageChanges, removeEndpointsOf } from "./webhook-events/index.ts";
import { createWebhooks } from "./webhooks/index.ts";
import { createWithdrawals } from "./withdrawals/index.ts";

export type Modules = ReturnType<typeof createModules>;

/** Creates all modules of the product. Add a new module to the returned list, and create it before the modules that use it. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of all modules with the functions that they use
export function createModules(given: Infrastructure) {
  const infrastructure = announcePageChanges(given);
  const signIn = createSignIn(infrastructure);
  const apiKeys = createApiKeys(infrastructure);
  const webhooks = createWebhooks(infrastructure);
  const files = createFiles(infrastructure, { references: [productFiles.fileId, access.fileId] });
  const analytics = createAnalytics(infrastructure);
  const connect = createConnect(infrastructure, { findOwner });
  const tiles = createTiles(infrastructure, { sellingAccount: connect.api.sellingAccount });
  const products = createProducts(infrastructure, {
    sellingAccount: connect.api.sellingAccount,
    tiles: tiles.api,
    salesOf: salesOfProducts,
  });
  const discounts = createDiscounts(infrastructure);
  const sellers = createSellers(infrastructure);
  const marketing = createMarketing(infrastructure, {
    findOwner,
    audiences: readerLists(signIn.accounts.api),
    leaveAudience: (tx, { creatorId, addressHash }) =>
      leaveAudience(tx, infrastructure.jobs, { creatorId, emailHash: addressHash }),
    findReaderLanguage: (db, { creatorId, addressHash }) =>
      findReaderLanguage(db, { creatorId, emailHash: addressHash }),
    findUserLanguage: async (email) => (await signIn.accounts.api.findMailAccount(email))?.language ?? null,
    findContact: (creator) => findReplyAddress(infrastructure.db, creator),
  });
  const audience = createAudience(infrastructure, { analytics: analytics.api, marketing: marketing.api });
  const orderPayments = createOrderPayments(infrastructure);
  const selling = {
    analytics: analytics.api,
    audience: audience.api,
    connect: connect.api,
    orderPayments: orderPayments.api,
    products: products.api,
    discounts: discounts.api,
    sellers: sellers.api,
  };
  const orders = createOrders(infrastructure, { ...selling, files: files.api });
  const checkout = createCheckout(infrastructure, { ...selling, orders: orders.api });
  const creatorPlan = createCreatorPlan(infrastructure, { findOwner });
  const paymentEvents = createPaymentEvents(infrastructure, {
    onAccountEvent: connect.api.onAccountEvent,
    onSubscriptionEvent: creatorPlan.api.onSubscriptionEvent,
    onCheckoutEvent: creatorPlan.api.onCheckoutEvent,
    onPaymentEvent: orderPayments.api.onPaymentEvent,
    findPayment: orderPayments.api.findPaymentAt,
  });
  const funnel = createFunnel(infrastructure);
  const privacy = createPrivacy(infrastructure, {
    audience: audience.api,
    marketing: marketing.api,
    orders: orders.api,
    endSubscription: creatorPlan.api.endSubscription,
    eraseReports,
    eraseWaitingEmail,
  });
  const storefront = createStorefront(infrastructure, {
    accounts: signIn.accounts.api,
    files: files.api,
    marketing: marketing.api,
    checkout: checkout.api,
    digests: funnel.api,
    news: orders.api,
  });
  return {
    ...signIn,
    siteDocuments: createSiteDocuments(infrastructure),
    apiKeys,
    webhooks,
    mcp: createMcp(infrastructure),
    domains: createDomains(infrastructure),
    creators: createCreators(infrastructure, { endSubscription: creatorPlan.api.endSubscription }),
    files,
    products,
    discounts,
    sellers,
    tiles,
    linkPreviews: createLinkPreviewModule(infrastructure, { files: files.api }),
    pageImports: createPageImports(infrastructure, {
      files: files.api,
      audience: audience.api,
      products: products.api,
      orders: orders.api,
    }),
    campaignLinks: createCampaignLinks(infrastructure),
    pageChanges: createPageChanges(infrastructure),
    analytics,
    funnel,
    audience,
    orderPayments,
    orders,
    checkout,
    withdrawals: createWithdrawals(infrastructure, orders.api),
    feedback: createFeedback(infrastructure),
    privacy,
    accountData: createAccountData(infrastructure, {
      apiKeys: apiKeys.api,
      audience: audience.api,
      files: files.api,
      privacy: privacy.api,
      products: products.api,
      webhooks: webhooks.api,
    }),
    admin: createAdmin(infrastructure, {
      connect: connect.api,
      marketing: marketing.api,
      privacy: privacy.api,
      passkeys: signIn.passkeys.api,
      secondFactor: signIn.secondFactor.api,
      endSubscription: creatorPlan.api.endSubscription,
    }),
    moderation: createModeration(infrastructure, {
      orders: orders.api,
      renderPublicPage: storefront.api.renderPublicPage,
      findLetterPage: audience.api.findLetterPage,
    }),
    creatorPlan,
    paymentEvents,
    connect,
    marketing,
    system: createSystem(infrastructure),
    storefront,
  } satisfies Record<string, Module>;
}

/** Creates the modules for signing in. Passkeys and second factor come first, because accounts use them. */
function createSignIn(infrastructure: Infrastructure) {
  const browser = createSignInBrowser(infrastructure);
  const passkeys = createPasskeys(infrastructure, { browser, hasSecondFactor });
  const secondFactor = createSecondFactor(infrastructure, { browser });
  const accounts = createAccounts(infrastructure, {
    browser,
    passkeys: passkeys.api,
    secondFactor: secondFactor.api,
    payouts: {
      removeAll: (tx, userId, since) => endAccountsOfUser(tx, infrastructure, { userId, since }),
    },
    programs: {
      removeAll: async (tx, userId, since) => {
        await revokeKeysOf(tx, { userId, since });
        await removeEndpointsOf(tx, userId, since);
      },
    },
    recordRoleChange,
  });
  return { accounts, passkeys, secondFactor };
}

/** Lists the readers of a campaign: users for a campaign of administrators, the creator's audience for any other. */
const readerLists = ({ audiences }: Accounts): Audiences => ({
  query: (readers) =>
    "audience" in readers ? audiences.query(readers.audience) : audienceMembers.query(readers.creatorId),
  list: (tx, { readers, ...range }) =>
    "audience" in readers
      ? audiences.list(tx, { audience: readers.audience, ...range })
      : audienceMembers.list(tx, { creatorId: readers.creatorId, ...range }),
});
