import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { Signup } from "../../contract/api/storefront.ts";
import { isLoopback } from "../platform/loopback.ts";
import { defaultSender, readSender } from "../platform/mail/address.ts";
import { readSmtpUrl } from "../platform/mail/smtp-url.ts";
import { readS3Url, type S3Config } from "../platform/storage/s3-url.ts";
import { findContradictions, findWarnings } from "./contradictions.ts";
import { readSecretFiles } from "./secret-files.ts";
import {
  addresses,
  databaseUrl,
  ENCODED,
  emailAddress,
  flag,
  folder,
  origin,
  parsedBy,
  processCount,
  randomText,
  readHeaderPairs,
  share,
  VISIBLE_ASCII,
  webhookSecrets,
  webUrl,
  wholeNumber,
} from "./values.ts";

const Environment = z.object({
  PORT: wholeNumber(1, 65_535, 3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  WORKERS: processCount,
  PUBLIC_URL: origin("https://tessera.example").optional(),
  DATA_DIR: folder("/var/lib/tessera").default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  POSTGRES_BIN: z
    .string()
    .refine((value) => value === "bundled" || isAbsolute(value), {
      error: "must be bundled, or a folder with PostgreSQL's programs, such as /usr/lib/postgresql/18/bin",
    })
    .optional(),
  APP_SECRET: randomText(32).optional(),
  STORAGE_URL: parsedBy(
    readS3Url,
    "must be a URL such as s3://bucket?region=eu-central-1&endpoint=https://s3.example; a bucket's name has 3 to 63 lower-case letters, digits, dots and hyphens",
  ).optional(),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().optional(),
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
  GOOGLE_ISSUER: z
    .url({
      protocol: /^https?$/,
      error: "must be an https address, such as https://accounts.google.com",
      abort: true,
    })
    .refine((value) => /^https:/i.test(value) || isLoopback(new URL(value).hostname), {
      error:
        "must be an https address, such as https://accounts.google.com; http is for a provider on this machine",
    })
    .default("https://accounts.google.com"),
  ADMIN_EMAIL: z.string().trim().toLowerCase().pipe(emailAddress).optional(),
  REQUIRE_VERIFIED_EMAIL: flag(false),
  SIGNUP: Signup.default("open"),
  MAX_UPLOAD_MB: wholeNumber(1, 100_000, 512),
  UPLOAD_QUOTA_MB: wholeNumber(1, 10_000_000, 5000),
  DISK_RESERVE_MB: wholeNumber(0, 10_000_000, 256),
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
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl(
    "must be the URL of a collector, such as http://127.0.0.1:4318",
  ).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: parsedBy(
    readHeaderPairs,
    "must be headers such as authorization=Bearer%20TOKEN, separated by commas",
  ).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default("tessera"),
  OTEL_TRACES_SAMPLER_ARG: share.default(1),
  UPDATE_URL: webUrl(
    "must be the URL of a list of releases, such as https://git.example/releases.json",
  ).optional(),
  EVENT_RETENTION_DAYS: wholeNumber(1, 36_500, 400),
  ORDER_RETENTION_YEARS: wholeNumber(0, 100, 10),
  CREATOR_EMAILS_FREE: wholeNumber(0, 10_000_000, 200),
  CREATOR_EMAILS_CREATOR: wholeNumber(0, 10_000_000, 5000),
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
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be fatal, error, warn, info, debug, trace or silent",
    })
    .default("info"),
});

export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

export type Config = ReturnType<typeof readConfig>;

/** Returns the configuration with warnings. Throws one error with all problems as `NAME problem` lines. */
export function readConfig(settings: Record<string, string | undefined>) {
  const { env, problems: unreadable } = readSecretFiles(settings);
  // An empty value in an .env file means "not set".
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(given);
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) ?? [];
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

type Settings = z.output<typeof Environment>;

function readBucket({ STORAGE_URL, ...env }: Settings): S3Config | undefined {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!STORAGE_URL || !accessKeyId || !secretAccessKey) return STORAGE_URL;
  return {
    ...STORAGE_URL,
    credentials: { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN },
  };
}

function toConfig(env: Settings) {
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`;
  return {
    port: env.PORT,
    host: env.HOST,
    workers: env.WORKERS,
    publicUrl,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    postgresBin: env.POSTGRES_BIN,
    appSecret: env.APP_SECRET,
    storage: readBucket(env),
    qrServiceUrl: env.QR_SERVICE_URL,
    mockCheckout: env.MOCK_CHECKOUT === "on",
    smtp: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? defaultSender(publicUrl),
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? {
            issuer: env.GOOGLE_ISSUER,
            clientId: env.GOOGLE_CLIENT_ID,
            clientSecret: env.GOOGLE_CLIENT_SECRET,
          }
        : undefined,
    adminEmail: env.ADMIN_EMAIL,
    requireVerifiedEmail: env.REQUIRE_VERIFIED_EMAIL,
    signup: env.SIGNUP,
    maxUploadBytes: env.MAX_UPLOAD_MB * 1024 * 1024,
    uploadQuotaBytes: env.UPLOAD_QUOTA_MB * 1024 * 1024,
    diskReserveBytes: env.DISK_RESERVE_MB * 1024 * 1024,
    trustProxy: env.TRUST_PROXY,
    countryHeader: env.COUNTRY_HEADER,
    drainMs: env.DRAIN_SECONDS * 1000,
    rateLimits: env.RATE_LIMITS === "on",
    eventRetentionDays: env.EVENT_RETENTION_DAYS,
    orderRetentionYears: env.ORDER_RETENTION_YEARS,
    creatorEmails: { free: env.CREATOR_EMAILS_FREE, creator: env.CREATOR_EMAILS_CREATOR },
    reportEmail: env.REPORT_EMAIL,
    updateUrl: env.UPDATE_URL,
    metricsToken: env.METRICS_TOKEN,
    /** Undefined: no traces are made. */
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, ""),
          headers: env.OTEL_EXPORTER_OTLP_HEADERS ?? {},
          serviceName: env.OTEL_SERVICE_NAME,
          sampleRatio: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    seedDemo: env.SEED_DEMO,
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
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET?.[0],
    stripeProductId: env.STRIPE_PRODUCT_ID,
    logLevel: env.LOG_LEVEL,
  };
}
