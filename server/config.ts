import { isAbsolute, resolve } from "node:path";
import { z } from "zod";
import { Signup } from "../contract/storefront.ts";
import { findContradictions } from "./config-contradictions.ts";
import {
  addresses,
  databaseUrl,
  flag,
  headerPairs,
  origin,
  processCount,
  webhookSecrets,
  wholeNumber,
} from "./config-values.ts";
import { isLoopback } from "./platform/loopback.ts";
import { defaultSender, readSender } from "./platform/mail/address.ts";
import { readSmtpUrl } from "./platform/mail/smtp-url.ts";
import { readS3Url } from "./platform/storage/s3-url.ts";
import { readSecretFiles } from "./secret-files.ts";

const Environment = z.object({
  PORT: wholeNumber(1, 65_535, 3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  WORKERS: processCount,
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  DATABASE_URL: databaseUrl.optional(),
  POSTGRES_BIN: z
    .string()
    .refine((value) => value === "bundled" || isAbsolute(value), {
      error: "must be bundled, or a folder with PostgreSQL's programs, such as /usr/lib/postgresql/18/bin",
    })
    .optional(),
  APP_SECRET: z.string().min(32, { error: "must have at least 32 characters, chosen at random" }).optional(),
  STORAGE_URL: z
    .string()
    .transform((value, context) => {
      const place = readS3Url(value);
      if (place) return place;
      context.addIssue({
        code: "custom",
        message: "must be a URL such as s3://bucket?region=eu-central-1&endpoint=https://s3.example",
      });
      return z.NEVER;
    })
    .optional(),
  MOCK_CHECKOUT: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  QR_SERVICE_URL: z
    .url({
      protocol: /^https?$/,
      error: "must be a URL such as https://qr.example/make, which takes data and size",
    })
    .optional(),
  SMTP_URL: z
    .string()
    .transform((value, context) => {
      const server = readSmtpUrl(value);
      if (server) return server;
      context.addIssue({
        code: "custom",
        message: "must be a URL such as smtps://user:password@mail.example",
      });
      return z.NEVER;
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .transform((value, context) => {
      const sender = readSender(value);
      if (sender) return sender;
      context.addIssue({
        code: "custom",
        message: "must be a URL such as Tessera <mail@tessera.example>",
      });
      return z.NEVER;
    })
    .optional(),
  GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  GOOGLE_CLIENT_SECRET: z.string().min(1).optional(),
  GOOGLE_ISSUER: z
    .url({ protocol: /^https?$/, error: "must be an https address", abort: true })
    .refine((value) => /^https:/i.test(value) || isLoopback(new URL(value).hostname), {
      error: "must be an https address; http is for a provider on this machine",
    })
    .default("https://accounts.google.com"),
  ADMIN_EMAIL: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.email({ error: "must be an email address" }))
    .optional(),
  REQUIRE_VERIFIED_EMAIL: flag(false),
  SIGNUP: Signup.default("open"),
  MAX_UPLOAD_MB: wholeNumber(1, 100_000, 512),
  UPLOAD_QUOTA_MB: wholeNumber(1, 10_000_000, 5000),
  TRUST_PROXY: addresses.optional(),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, { error: "must be the name of a header" })
    .toLowerCase()
    .optional(),
  DRAIN_SECONDS: wholeNumber(0, 3600, 0),
  RATE_LIMITS: z.enum(["on", "off"], { error: "must be on or off" }).default("on"),
  METRICS_TOKEN: z
    .string()
    .min(16, { error: "must have at least 16 characters, chosen at random" })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: "must be the URL of a collector, such as http://127.0.0.1:4318" })
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.default({}),
  OTEL_SERVICE_NAME: z.string().min(1).default("tessera"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: "must be a share from 0 to 1, such as 0.1" })
    .min(0, { error: "must be at least 0" })
    .max(1, { error: "must be at most 1" })
    .default(1),
  UPDATE_URL: z
    .url({
      protocol: /^https?$/,
      error: "must be the URL of a list of releases, such as https://git.example/releases.json",
    })
    .optional(),
  EVENT_RETENTION_DAYS: wholeNumber(1, 36_500, 400),
  ORDER_RETENTION_YEARS: wholeNumber(0, 100, 10),
  CREATOR_EMAILS_FREE: wholeNumber(0, 10_000_000, 200),
  CREATOR_EMAILS_CREATOR: wholeNumber(0, 10_000_000, 5000),
  REPORT_EMAIL: z.email({ error: "must be an email address" }).optional(),
  SEED_DEMO: flag(true),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_/, { error: "must be a secret or restricted key, such as sk_live_… or rk_live_…" })
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk/, { error: "must be the publishable key, such as pk_live_…" })
    .optional(),
  STRIPE_WEBHOOK_SECRET: webhookSecrets(
    "must be the signing secret of the webhook endpoint, or several separated by commas",
  ).optional(),
  STRIPE_CONNECT_WEBHOOK_SECRET: webhookSecrets(
    "must be the signing secret of the webhook endpoint for connected accounts, or several separated by commas",
  ).optional(),
  STRIPE_API_BASE: origin.optional(),
  STRIPE_PRODUCT_ID: z.string().min(1).default("prod_tessera_creator"),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
      error: "must be fatal, error, warn, info, debug, trace or silent",
    })
    .default("info"),
});

export const SETTING_NAMES: readonly string[] = Object.keys(Environment.shape);

export type Config = ReturnType<typeof toConfig>;

/** Returns the configuration. Throws one error with all problems as `NAME problem` lines. */
export function readConfig(settings: Record<string, string | undefined>): Config {
  const { env, problems: unreadable } = readSecretFiles(settings);
  // An empty value in an .env file means "not set".
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Environment.safeParse(given);
  const wrong = parsed.error?.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`) ?? [];
  const problems = [...unreadable, ...wrong, ...findContradictions(given)];
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems);
  return toConfig(parsed.data);
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

function toConfig(env: z.output<typeof Environment>) {
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
    storage: env.STORAGE_URL,
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
          headers: env.OTEL_EXPORTER_OTLP_HEADERS,
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
