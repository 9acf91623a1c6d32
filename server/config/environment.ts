import { isAbsolute } from "node:path";
import { z } from "zod";
import { Signup } from "../../contract/api/storefront.ts";
import { PRODUCT_NAME } from "../../contract/rules/brand.ts";
import { MAX_TILES } from "../../contract/rules/limits.ts";
import { DEFAULT_PLANS } from "../../contract/rules/plans.ts";
import { CONNECTIONS, LEAST_CONNECTIONS } from "../platform/database/connection-limit.ts";
import { readSender } from "../platform/mail/address.ts";
import { readSmtpUrl } from "../platform/mail/smtp-url.ts";
import { readS3Url } from "../platform/storage/s3-url.ts";
import { siteDocument } from "./site-documents.ts";
import { logoFile, percentage, planCurrency, planPrice, siteName } from "./site-values.ts";
import {
  addresses,
  databaseUrl,
  ENCODED,
  emailAddress,
  emailDomains,
  flag,
  folder,
  hostName,
  ipAddresses,
  issuer,
  origin,
  parsedBy,
  processCount,
  randomText,
  VISIBLE_ASCII,
  webhookSecrets,
  webUrl,
  wholeNumber,
} from "./values.ts";

const bucketUrl = parsedBy(
  readS3Url,
  "must be a URL such as s3://bucket?region=eu-central-1&endpoint=https://s3.example; a bucket's name has 3 to 63 lower-case letters, digits, dots and hyphens",
);

/** Every setting with its schema and its default. `.env.example` explains them. A test compares both. */
export const Environment = z.object({
  PORT: wholeNumber(1, 65_535, 3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  WORKERS: processCount,
  PUBLIC_URL: origin("https://tessera.example").optional(),
  SITE_NAME: siteName.default(PRODUCT_NAME),
  SITE_LOGO: logoFile.optional(),
  SITE_CONTACT: emailAddress.optional(),
  SITE_IMPRINT: siteDocument.optional(),
  SITE_PRIVACY: siteDocument.optional(),
  SITE_TERMS: siteDocument.optional(),
  FREE_PLAN_TILES: wholeNumber(1, MAX_TILES, DEFAULT_PLANS.free.tiles),
  FREE_PLAN_FEE: percentage(DEFAULT_PLANS.free.feeBps),
  CREATOR_PLAN_FEE: percentage(DEFAULT_PLANS.creator.feeBps),
  CREATOR_PLAN_PRICE: planPrice(DEFAULT_PLANS.creator.priceCents),
  CREATOR_PLAN_CURRENCY: planCurrency,
  CUSTOM_DOMAINS: z.enum(["on", "off"], { error: "must be on or off" }).default("off"),
  DOMAIN_TARGET: hostName.optional(),
  DOMAIN_ADDRESSES: ipAddresses.optional(),
  TLS_ASK_PORT: wholeNumber(1, 65_535, 3001),
  TLS_ASK_HOST: z.string().min(1).default("127.0.0.1"),
  DATA_DIR: folder("/var/lib/tessera").default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: wholeNumber(LEAST_CONNECTIONS, CONNECTIONS, CONNECTIONS),
  POSTGRES_BIN: z
    .string()
    .refine((value) => value === "bundled" || isAbsolute(value), {
      error: "must be bundled, or a folder with PostgreSQL's programs, such as /usr/lib/postgresql/18/bin",
    })
    .optional(),
  APP_SECRET: randomText(32).optional(),
  STORAGE_URL: bucketUrl.optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
  LINK_PREVIEWS: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  MOCK_CHECKOUT: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  QR_SERVICE_URL: webUrl(
    "must be a URL such as https://qr.example/make, which takes data and size",
  ).optional(),
  SMTP_URL: parsedBy(
    readSmtpUrl,
    `must be a URL such as smtps://user:password@mail.example${ENCODED}`,
  ).optional(),
  MAIL_FROM: parsedBy(readSender, "must be a sender such as Tessera <mail@tessera.example>").optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: issuer("https://accounts.google.com").default("https://accounts.google.com"),
  OIDC_ISSUER: issuer("https://sso.example/realms/staff").optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(40, { error: "must have at most 40 characters, such as Example Inc" })
    .default("SSO"),
  OIDC_ALLOWED_DOMAINS: emailDomains.optional(),
  OIDC_TRUST_EMAILS: flag(false),
  OIDC_ADMIN_GROUP: z.string().trim().min(1).optional(),
  PASSWORD_LOGIN: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  ADMIN_EMAIL: emailAddress.optional(),
  REQUIRE_VERIFIED_EMAIL: flag(false),
  REQUIRE_ADMIN_2FA: flag(false),
  SIGNUP: Signup.default("open"),
  MAX_UPLOAD_MB: wholeNumber(1, 100_000, 512),
  UPLOAD_QUOTA_MB: wholeNumber(1, 10_000_000, 5000),
  DIRECT_UPLOAD_MB: wholeNumber(0, 5000, 0),
  DISK_RESERVE_MB: wholeNumber(0, 10_000_000, 256),
  SIGNED_DOWNLOAD_MINUTES: wholeNumber(0, 60, 0),
  FILES_BY_PROXY: z
    .string()
    .regex(/^(x-sendfile|(\/[A-Za-z0-9._-]+)+)$/, {
      error: "must be the internal location of nginx, such as /tessera-files, or x-sendfile",
    })
    .optional(),
  BACKUP_FOLDER: folder("/var/backups/tessera").optional(),
  BACKUP_KEEP_DAYS: wholeNumber(1, 3650, 14),
  BACKUP_TO: bucketUrl.optional(),
  BACKUP_KEY: z
    .string()
    .regex(/^age1[a-z0-9]{58,}$/, {
      error: "must be the public key that `npm run backup -- --new-key` prints: it begins with age1",
    })
    .optional(),
  BACKUP_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_PRIVATE_KEY: z
    .string()
    .regex(/^AGE-SECRET-KEY-1[A-Z0-9]{58}$/, {
      error:
        "must be the private key that `npm run backup -- --new-key` printed: it begins with AGE-SECRET-KEY-1",
    })
    .optional(),
  PAGE_CACHE_MB: wholeNumber(0, 1_000_000, 64),
  CDN_SECONDS: wholeNumber(0, 86_400, 0),
  CDN_STALE_SECONDS: wholeNumber(0, 86_400, 30),
  TRUST_PROXY: addresses.optional(),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, { error: "must be the name of a header, such as cf-ipcountry" })
    .toLowerCase()
    .optional(),
  DRAIN_SECONDS: wholeNumber(0, 3600, 0),
  RATE_LIMITS: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  METRICS_TOKEN: randomText(16)
    .regex(VISIBLE_ASCII, {
      error:
        "must be of letters, digits and signs without spaces, such as the output of: openssl rand -hex 32",
    })
    .optional(),
  UPDATE_URL: webUrl(
    "must be the URL of a list of releases, such as https://git.example/releases.json",
  ).optional(),
  EVENT_RETENTION_DAYS: wholeNumber(1, 36_500, 400),
  ORDER_RETENTION_YEARS: wholeNumber(0, 100, 10),
  CREATOR_EMAILS_FREE: wholeNumber(0, 10_000_000, 200),
  CREATOR_EMAILS_CREATOR: wholeNumber(0, 10_000_000, 5000),
  REPORTS: z.enum(["on", "off"], { error: "must be on or off" }).default("off"),
  REPORT_EMAIL: emailAddress.optional(),
  SEED_DEMO: flag(true),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_[\x21-\x7e]+$/, {
      error: "must be a secret or restricted key, such as sk_live_… or rk_live_…",
    })
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk/, { error: "must be the publishable key, such as pk_live_…" })
    .optional(),
  STRIPE_WEBHOOK_SECRET: webhookSecrets("webhook endpoint").optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: webhookSecrets("webhook endpoint for connected accounts").optional(),
  STRIPE_API_BASE: origin("http://127.0.0.1:12111").optional(),
  STRIPE_PRODUCT_ID: z
    .string()
    .regex(/^(?!price_)./, { error: "must be the id of a product, such as prod_…, not of its price" })
    .default("prod_tessera_creator"),
  MOLLIE_API_KEY: z
    .string()
    .regex(/^(live|test)_[A-Za-z0-9]+$/, {
      error: "must be the API key of a profile, such as live_… or test_…",
    })
    .optional(),
  MOLLIE_CLIENT_ID: z
    .string()
    .regex(/^app_[A-Za-z0-9]+$/, { error: "must be the id of an app, such as app_…" })
    .optional(),
  MOLLIE_CLIENT_SECRET: z.string().min(1).optional(),
  MOLLIE_API_BASE: origin("http://127.0.0.1:12112").optional(),
  ACCESS_LOG: z.enum(["on", "off"], { error: "must be on or off" }).default("off"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be fatal, error, warn, info, debug, trace or silent",
    })
    .default("info"),
});

export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);
