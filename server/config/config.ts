import { resolve } from "node:path";
import type { z } from "zod";
import { paths } from "../../contract/rules/paths.ts";
import { SITE_DOCUMENTS, type Site } from "../../contract/rules/site.ts";
import { sentence } from "../../contract/texts.ts";
import { defaultSender } from "../platform/mail/address.ts";
import type { S3Config } from "../platform/storage/s3-url.ts";
import { findContradictions, findWarnings } from "./contradictions.ts";
import { Environment } from "./environment.ts";
import type { OwnDomains } from "./own-domains.ts";
import { readSecretFiles } from "./secret-files.ts";
import type { DocumentSources } from "./site-documents.ts";

export type Config = ReturnType<typeof readConfig>;

/** Returns the configuration with warnings. Throws one error with all problems as `NAME problem` lines. */
export function readConfig(settings: Record<string, string | undefined>) {
  const { env, problems: unreadable } = readSecretFiles(settings);
  // An empty value in an .env file means "not set".
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(given);
  const wrong =
    parsed.error?.issues.map((issue) => `${issue.path.join(".")} ${sentence(issue.message)}`) ?? [];
  const problems = [...unreadable, ...wrong, ...findContradictions(given)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return { ...toConfig(parsed.data), warnings: findWarnings(given) };
}

export class ConfigError extends Error {
  override name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? "a problem" : "problems"}:\n${problems.map((line) => `  ${line}`).join("\n")}`,
    );
    this.problems = problems;
  }
}

type Values = z.output<typeof Environment>;

/** The configuration that modules need. */
export type Settings = ReturnType<typeof toSettings>;

/** Adds the credentials of AWS_* to a bucket, if they are set. */
function withCredentials(bucket: S3Config | undefined, env: Values): S3Config | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!bucket || !accessKeyId || !secretAccessKey) return bucket;
  return { ...bucket, credentials: { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN } };
}

/** The bucket of encrypted backups and their public key. */
function readBackupTarget(env: Values): { bucket: S3Config; key: string } | undefined {
  const { BACKUP_TO, BACKUP_KEY: key } = env;
  const { BACKUP_ACCESS_KEY_ID: accessKeyId, BACKUP_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const own = accessKeyId && secretAccessKey && { accessKeyId, secretAccessKey, sessionToken: undefined };
  const bucket = BACKUP_TO && own ? { ...BACKUP_TO, credentials: own } : withCredentials(BACKUP_TO, env);
  return bucket && key ? { bucket, key } : undefined;
}

const readOwnDomains = (env: Values): OwnDomains | undefined =>
  env.CUSTOM_DOMAINS === "on"
    ? {
        target: env.DOMAIN_TARGET,
        addresses: env.DOMAIN_ADDRESSES ?? [],
        ask: { host: env.TLS_ASK_HOST, port: env.TLS_ASK_PORT },
      }
    : undefined;

/** The key of a profile, the app with which creators connect, or both. The key decides the mode. */
function readMollie({
  MOLLIE_API_KEY: apiKey,
  MOLLIE_CLIENT_ID: clientId,
  MOLLIE_CLIENT_SECRET: clientSecret,
  MOLLIE_API_BASE: apiBase,
}: Values) {
  const app = clientId && clientSecret ? { clientId, clientSecret } : undefined;
  return apiKey || app ? { apiKey, app, apiBase } : undefined;
}

/** The installation's client at an OpenID provider. */
const openIdOf = (issuer?: string, clientId?: string, clientSecret?: string) =>
  issuer && clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;

const readDocuments = (env: Values): DocumentSources => ({
  imprint: env.SITE_IMPRINT,
  privacy: env.SITE_PRIVACY,
  terms: env.SITE_TERMS,
});

/** Returns the links to the documents: paths of this site, or URLs of others. */
function linksOf(documents: DocumentSources): Site["documents"] {
  const links = SITE_DOCUMENTS.flatMap((name) => {
    const source = documents[name];
    return source ? [[name, "url" in source ? source.url : paths.siteDocument(name)]] : [];
  });
  return Object.fromEntries(links);
}

/** Returns the site as users meet it. */
const readSite = (env: Values): Site => ({
  name: env.SITE_NAME,
  logo: env.SITE_LOGO ? paths.siteLogo(env.SITE_LOGO.hash) : null,
  contact: env.SITE_CONTACT ?? null,
  documents: linksOf(readDocuments(env)),
  hasDemo: env.SEED_DEMO,
  hasDomains: env.CUSTOM_DOMAINS === "on",
  plans: {
    free: { tiles: env.FREE_PLAN_TILES, feeBps: env.FREE_PLAN_FEE },
    creator: {
      feeBps: env.CREATOR_PLAN_FEE,
      priceCents: env.CREATOR_PLAN_PRICE,
      currency: env.CREATOR_PLAN_CURRENCY,
    },
  },
});

function toSettings(env: Values) {
  return {
    site: readSite(env),
    /** The image from which the logo is made, or undefined for the product's. */
    siteLogo: env.SITE_LOGO,
    /** The operator's imprint, privacy notice and terms. */
    siteDocuments: readDocuments(env),
    publicUrl: env.PUBLIC_URL ?? `http://localhost:${env.PORT}`,
    /** Creators' own domains, or undefined if the site has none. */
    ownDomains: readOwnDomains(env),
    /** How many processes of this machine serve requests. */
    workers: env.WORKERS,
    databaseConnections: env.DATABASE_CONNECTIONS,
    /** Whether a pooler is at `databaseUrl`. */
    isDatabasePooled: env.DATABASE_DIRECT_URL !== undefined,
    dataDir: resolve(env.DATA_DIR),
    /** A service that renders QR codes. Without one they are rendered here. */
    qrServiceUrl: env.QR_SERVICE_URL,
    /** Whether products of creators without a provider are sold in the mock checkout. */
    mockCheckout: env.MOCK_CHECKOUT === "on",
    /** Whether the server requests pages that creators link, to fill in the form of a tile. */
    linkPreviews: env.LINK_PREVIEWS === "on",
    /** In lower case. Its account becomes an administrator once its user has proven to own the email. */
    adminEmail: env.ADMIN_EMAIL,
    requireVerifiedEmail: env.REQUIRE_VERIFIED_EMAIL,
    /** Whether administrators need a second factor, or a passkey, in the session in which they administer. */
    requireAdmin2fa: env.REQUIRE_ADMIN_2FA,
    signup: env.SIGNUP,
    /** Whether accounts have passwords. Otherwise users sign in with a provider only. */
    passwordLogin: env.PASSWORD_LOGIN === "on",
    /** The users' name for the operator's own OpenID provider. */
    oidcName: env.OIDC_NAME,
    /** The domains of the emails with which users of the operator's provider may sign in, or undefined for any domain. */
    oidcAllowedDomains: env.OIDC_ALLOWED_DOMAINS,
    /** Whether emails of the operator's provider count as verified if it does not say. */
    oidcTrustsEmails: env.OIDC_TRUST_EMAILS,
    /** The group of the operator's provider whose members are administrators, or undefined if the provider does not decide. */
    oidcAdminGroup: env.OIDC_ADMIN_GROUP,
    maxUploadBytes: env.MAX_UPLOAD_MB * 1024 * 1024,
    uploadQuotaBytes: env.UPLOAD_QUOTA_MB * 1024 * 1024,
    /** The disk space that uploads leave free. */
    diskReserveBytes: env.DISK_RESERVE_MB * 1024 * 1024,
    /** How long the signed URL of a download from a bucket is valid, or 0 if this process sends the bytes. */
    signedDownloadSeconds: env.SIGNED_DOWNLOAD_MINUTES * 60,
    /** The size from which digital files are sent straight to the bucket, or 0 if none are. */
    directUploadBytes: env.DIRECT_UPLOAD_MB * 1024 * 1024,
    /** The internal location of the proxy that sends files of a folder, or `x-sendfile`. Undefined if this process sends them. */
    filesByProxy: env.FILES_BY_PROXY,
    /** The folder of nightly backups, or undefined for none. */
    backupFolder: env.BACKUP_FOLDER && resolve(env.BACKUP_FOLDER),
    backupKeepDays: env.BACKUP_KEEP_DAYS,
    /** The bucket to which nightly backups go encrypted with a public key, or undefined for none. */
    backupTarget: readBackupTarget(env),
    trustProxy: env.TRUST_PROXY,
    countryHeader: env.COUNTRY_HEADER,
    rateLimits: env.RATE_LIMITS === "on",
    eventRetentionDays: env.EVENT_RETENTION_DAYS,
    /** The years after which buyers of real orders are anonymised, or 0 for never. */
    orderRetentionYears: env.ORDER_RETENTION_YEARS,
    /** The recipients of a creator's emails within 24 hours, by plan. 0 allows none. */
    creatorEmails: { free: env.CREATOR_EMAILS_FREE, creator: env.CREATOR_EMAILS_CREATOR },
    /** Whether creators' pages have a form for reports, which arrive in the admin area. */
    reports: env.REPORTS === "on",
    /** The email for reports of unlawful content, to which pages link beside the form or instead of it. */
    reportEmail: env.REPORT_EMAIL,
    /** The URL of a list of releases. Without one newer releases are not looked for. */
    updateUrl: env.UPDATE_URL,
    /** Needed to read `/metrics`. Without one only programs on this machine can. */
    metricsToken: env.METRICS_TOKEN,
    /** The memory of each process for creators' pages. */
    pageCacheBytes: env.PAGE_CACHE_MB * 1024 * 1024,
    /** How long a CDN may cache creators' pages. 0 allows no caching. */
    cdn: { seconds: env.CDN_SECONDS, staleSeconds: env.CDN_STALE_SECONDS },
    /** Whether each response is a line in the log. */
    accessLog: env.ACCESS_LOG === "on",
    seedDemo: env.SEED_DEMO,
    /** The product at the payment provider that is the Creator plan. */
    stripeProductId: env.STRIPE_PRODUCT_ID,
  };
}

function toConfig(env: Values) {
  const settings = toSettings(env);
  return {
    ...settings,
    port: env.PORT,
    host: env.HOST,
    databaseUrl: env.DATABASE_URL,
    /** The URL of the server itself, for uses that need a session: notifications, locks, migrations, jobs, backups. */
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    postgresBin: env.POSTGRES_BIN,
    appSecret: env.APP_SECRET,
    storage: withCredentials(env.STORAGE_URL, env),
    /** Opens encrypted backups. Only a restore needs it. */
    backupPrivateKey: env.BACKUP_PRIVATE_KEY,
    smtp: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? defaultSender(settings),
    google: openIdOf(env.GOOGLE_ISSUER, env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET),
    oidc: openIdOf(env.OIDC_ISSUER, env.OIDC_CLIENT_ID, env.OIDC_CLIENT_SECRET),
    drainMs: env.DRAIN_SECONDS * 1000,
    /** Undefined selects the built-in sandbox. */
    stripe: env.STRIPE_SECRET_KEY
      ? {
          secretKey: env.STRIPE_SECRET_KEY,
          publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? null,
          webhookSecrets: [
            ...(env.STRIPE_WEBHOOK_SECRET ?? []),
            ...(env.STRIPE_CONNECT_WEBHOOK_SECRET ?? []),
          ],
          apiBase: env.STRIPE_API_BASE,
        }
      : undefined,
    /** Undefined if Mollie is not available. */
    mollie: readMollie(env),
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET?.[0],
    logLevel: env.LOG_LEVEL,
  };
}
