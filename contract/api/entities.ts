import { AdminUser, AuditEntry, DeadJob } from "./admin.ts";
import { AnalyticsSummary } from "./analytics.ts";
import { Announcement } from "./announcements.ts";
import { Appearance, ColorCorrection } from "./appearance.ts";
import { AudienceMember } from "./audience.ts";
import { CreatorCampaign, Sending } from "./audience-campaigns.ts";
import { BuyerOrder } from "./buyer-orders.ts";
import { CheckoutOrder } from "./checkout.ts";
import { ConnectStatus } from "./connect.ts";
import { SubscriptionProduct } from "./creator-plan.ts";
import { Creator, PublicCreator, Social } from "./creators.ts";
import { DiscountSeries } from "./discount-series.ts";
import { Discount } from "./discounts.ts";
import { ErrorDetails } from "./errors.ts";
import { Feedback } from "./feedback.ts";
import { Campaign, Recipient } from "./marketing.ts";
import { MockTotals, OrderTotals } from "./order-totals.ts";
import { CreatorOrder, CreatorOrderDetail } from "./orders.ts";
import { PaymentReview } from "./payment-reviews.ts";
import { Product } from "./products.ts";
import { PublicSeller } from "./public-seller.ts";
import { Seller } from "./sellers.ts";
import { PublicConfig } from "./storefront.ts";
import { Finding } from "./system.ts";
import { Tile } from "./tiles.ts";

/** The named entities of the API document; every other schema is inlined. */
export const entities = {
  AdminUser,
  AnalyticsSummary,
  Announcement,
  AudienceMember,
  Appearance,
  AuditEntry,
  BuyerOrder,
  Campaign,
  CheckoutOrder,
  ColorCorrection,
  ConnectStatus,
  Creator,
  CreatorCampaign,
  CreatorOrder,
  CreatorOrderDetail,
  DeadJob,
  Discount,
  DiscountSeries,
  ErrorDetails,
  Feedback,
  Finding,
  MockTotals,
  OrderTotals,
  PaymentReview,
  Product,
  Seller,
  PublicSeller,
  PublicConfig,
  PublicCreator,
  Recipient,
  Sending,
  Social,
  SubscriptionProduct,
  Tile,
};
