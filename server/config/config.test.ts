import { availableParallelism } from "node:os";
import pg from "pg";
import { describe, expect, test } from "vitest";
import { problemsOf } from "../testing/config-problems.ts";
import { readConfig } from "./config.ts";

test("has defaults for all settings", () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://localhost:3000",
    databaseUrl: undefined,
    maxUploadBytes: 512 * 1024 * 1024,
    trustProxy: undefined,
    rateLimits: true,
    drainMs: 0,
    seedDemo: true,
  });
});

test("treats an empty value as not set", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: "", TRUST_PROXY: "" })).toEqual(readConfig({}));
});

test("accepts DRAIN_SECONDS from 0 to 3600", () => {
  expect(readConfig({ DRAIN_SECONDS: "15" }).drainMs).toBe(15_000);
  expect(problemsOf({ DRAIN_SECONDS: "-1" })).toEqual([
    "DRAIN_SECONDS must be a whole number from 0 to 3600, such as 0",
  ]);
});

test("accepts a number of processes for WORKERS, or auto for one per core", () => {
  expect(readConfig({}).workers).toBe(1);
  expect(readConfig({ WORKERS: "3" }).workers).toBe(3);
  expect(readConfig({ WORKERS: "auto" }).workers).toBe(availableParallelism());
  for (const wrong of ["0", "65", "1.5", "0x2", "all"]) {
    expect(problemsOf({ WORKERS: wrong })).toEqual([
      "WORKERS must be a whole number from 1 to 64, or auto for one process per core",
    ]);
  }
});

test("includes the port in the default public URL, and removes a slash at its end", () => {
  expect(readConfig({ PORT: "4000" }).publicUrl).toBe("http://localhost:4000");
  expect(readConfig({ PUBLIC_URL: "https://Tessera.example/" }).publicUrl).toBe("https://tessera.example");
});

test("reports all problems at once", () => {
  expect(
    problemsOf({
      PORT: "0",
      PUBLIC_URL: "tessera.example",
      RATE_LIMITS: "no",
      TRUST_PROXY: "everybody",
      APP_SECRET: "short",
    }),
  ).toEqual([
    "PORT must be a whole number from 1 to 65535, such as 3000",
    "PUBLIC_URL must be an http or https address, such as https://tessera.example",
    "APP_SECRET must have at least 32 characters, chosen at random, such as the output of: openssl rand -hex 32",
    "TRUST_PROXY must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8",
    "RATE_LIMITS must be on or off",
  ]);
});

test("reports contradicting settings together with other problems", () => {
  expect(
    problemsOf({
      PORT: "0",
      DATABASE_URL: "postgresql://db/tessera",
      GOOGLE_CLIENT_ID: "id",
      STRIPE_PUBLISHABLE_KEY: "pk",
    }),
  ).toEqual([
    "PORT must be a whole number from 1 to 65535, such as 3000",
    "GOOGLE_CLIENT_SECRET is required beside GOOGLE_CLIENT_ID",
    "STRIPE_PUBLISHABLE_KEY requires STRIPE_SECRET_KEY",
    "APP_SECRET is required when DATABASE_URL is set",
  ]);
});

test("uses Stripe with its key, and the sandbox without", () => {
  expect(readConfig({}).stripe).toBeUndefined();
  const STRIPE_SECRET_KEY = "sk_test_1";
  expect(readConfig({ STRIPE_SECRET_KEY }).stripe).toEqual({
    secretKey: "sk_test_1",
    publishableKey: null,
    webhookSecrets: [],
    apiBase: undefined,
  });
  expect(
    readConfig({
      STRIPE_SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: "pk_test_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1, whsec_2",
      STRIPE_CONNECT_WEBHOOK_SECRET: "whsec_3",
      STRIPE_API_BASE: "http://127.0.0.1:12111/",
    }).stripe,
  ).toEqual({
    secretKey: "sk_test_1",
    publishableKey: "pk_test_1",
    webhookSecrets: ["whsec_1", "whsec_2", "whsec_3"],
    apiBase: "http://127.0.0.1:12111",
  });
});

test("reports settings of Stripe without its key", () => {
  expect(
    problemsOf({
      STRIPE_PUBLISHABLE_KEY: "pk_test_1",
      STRIPE_API_BASE: "http://127.0.0.1:12111",
      STRIPE_WEBHOOK_SECRET: "whsec_1,,",
      STRIPE_CONNECT_WEBHOOK_SECRET: ",",
    }),
  ).toEqual([
    "STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint, such as whsec_…, or several separated by commas",
    "STRIPE_CONNECT_WEBHOOK_SECRET must be the signing secret of the webhook endpoint for connected accounts, such as whsec_…, or several separated by commas",
    "STRIPE_PUBLISHABLE_KEY requires STRIPE_SECRET_KEY",
    "STRIPE_API_BASE requires STRIPE_SECRET_KEY",
    "STRIPE_CONNECT_WEBHOOK_SECRET requires STRIPE_SECRET_KEY",
  ]);
});

test("requires APP_SECRET with an external database", () => {
  const DATABASE_URL = "postgresql://db/tessera";
  expect(problemsOf({ DATABASE_URL })).toEqual(["APP_SECRET is required when DATABASE_URL is set"]);
  expect(problemsOf({ DATABASE_URL, APP_SECRET: "x".repeat(32) })).toEqual([]);
});

test.for([
  "https://a.example/path",
  "https://me:word@a.example",
  "https://a.example?x=1",
  "https://a.example/#x",
  "javascript:alert(1)",
])("rejects %s as PUBLIC_URL", (PUBLIC_URL) => {
  expect(problemsOf({ PUBLIC_URL })).toHaveLength(1);
});

test.for([
  ["PORT", "3e3"],
  ["PORT", "0x50"],
  ["MAX_UPLOAD_MB", "5GB"],
  ["TRUST_PROXY", ","],
  ["MAIL_FROM", "Tessera"],
  ["STRIPE_WEBHOOK_SECRET", "we_of_the_endpoint"],
  ["STRIPE_PRODUCT_ID", "price_of_the_product"],
  ["STRIPE_SECRET_KEY", "sk_live_…"],
  ["STRIPE_WEBHOOK_SECRET", "whsec_…"],
  ["METRICS_TOKEN", "pässwörtlichlangeswort"],
  ["SMTP_URL", "smtp://user:p#word@mail.example"],
  ["DATA_DIR", "~/data"],
  ["DATA_DIR", "$HOME/data"],
  ["PUBLIC_URL", "https://*.shop.example"],
  ["PUBLIC_URL", "http://0.0.0.0:3000"],
] as const)("rejects %s=%s with an example", ([name, value]) => {
  expect(problemsOf({ [name]: value })).toEqual([
    expect.stringMatching(new RegExp(`^${name} must be .*(such as|for example) `)),
  ]);
});

test.for([
  [{ COUNTRY_HEADER: "cf-ipcountry" }, /^COUNTRY_HEADER has no effect without TRUST_PROXY, such as /],
  [{ OIDC_ADMIN_GROUP: "ops" }, /^OIDC_ADMIN_GROUP has no effect without OIDC_ISSUER/],
  [{ GOOGLE_ISSUER: "https://id.example" }, /^GOOGLE_ISSUER has no effect without GOOGLE_CLIENT_ID/],
  [{ STRIPE_SECRET_KEY: "sk_test_1" }, /^STRIPE_WEBHOOK_SECRET is not set.* such as whsec_…$/],
  [{ MAX_UPLOAD_MB: "6000" }, /^MAX_UPLOAD_MB is more than a creator may store.* such as 60000$/],
  [{ PUBLIC_URL: "http://shop.example" }, /^PUBLIC_URL is not encrypted/],
  [{ PUBLIC_URL: "https://shop.example", RATE_LIMITS: "off" }, /^RATE_LIMITS=off lets anybody/],
  [
    { STRIPE_SECRET_KEY: "sk_live_1", STRIPE_WEBHOOK_SECRET: "whsec_1" },
    /^STRIPE_SECRET_KEY is a live key.* such as https:\/\/tessera\.example$/,
  ],
  [
    {
      STRIPE_SECRET_KEY: "rk_live_1",
      STRIPE_WEBHOOK_SECRET: "whsec_1",
      STRIPE_API_BASE: "http://127.0.0.1:12111",
      PUBLIC_URL: "https://shop.example",
    },
    /^STRIPE_API_BASE sends a live key to another server/,
  ],
  [
    { REQUIRE_VERIFIED_EMAIL: "true", PUBLIC_URL: "https://shop.example" },
    /^REQUIRE_VERIFIED_EMAIL=true .* set SMTP_URL, such as smtps:/,
  ],
  [{ SMTP_URL: "smtp://mail.example:465" }, /^SMTP_URL names port 465.* begin it with smtps:/],
  [{ SMTP_URL: "smtps://mail.example:587" }, /^SMTP_URL names port 587.* begin it with smtp:/],
  [
    { POSTGRES_BIN: "/usr/bin", DATABASE_URL: "postgresql://db/t", APP_SECRET: "x".repeat(32) },
    /^POSTGRES_BIN has no effect beside DATABASE_URL/,
  ],
] as const)("accepts %j with a warning", ([settings, doubt]) => {
  expect(readConfig(settings).warnings).toEqual([expect.stringMatching(doubt)]);
});

test("raises no warning for usual settings", () => {
  expect(readConfig({}).warnings).toEqual([]);
  expect(readConfig({ PUBLIC_URL: "https://shop.example", TRUST_PROXY: "127.0.0.1" }).warnings).toEqual([]);
  expect(readConfig({ PUBLIC_URL: "http://localhost:3000", RATE_LIMITS: "off" }).warnings).toEqual([]);
  expect(
    readConfig({ REQUIRE_VERIFIED_EMAIL: "true", SMTP_URL: "smtp://mail.example:587" }).warnings,
  ).toEqual([]);
});

test("accepts proxies by IP or network", () => {
  const proxies = "127.0.0.1, 10.0.0.0/8,2001:db8::/32";
  expect(readConfig({ TRUST_PROXY: proxies }).trustProxy).toEqual([
    "127.0.0.1",
    "10.0.0.0/8",
    "2001:db8::/32",
  ]);
});

test.for([
  "10.0.0.0/33",
  "2001:db8::/129",
  "10.0.0.0/0",
  "10.0.0.0/",
  "10.0.0.0/8/8",
  "10.0.0.0/-1",
  "proxy.example",
])("rejects %s as a proxy", (TRUST_PROXY) => {
  expect(problemsOf({ TRUST_PROXY })).toEqual([
    "TRUST_PROXY must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8",
  ]);
});

test("accepts a database URL only if the driver can parse it", () => {
  const APP_SECRET = "x".repeat(32);
  const socket = "postgresql://tessera@/tessera?host=%2Frun%2Fpostgresql";
  for (const DATABASE_URL of [
    socket,
    "postgres://u:p@db.example:5432/t?sslmode=require",
    "postgresql:///t",
  ]) {
    expect(problemsOf({ DATABASE_URL, APP_SECRET }), DATABASE_URL).toEqual([]);
  }
  for (const DATABASE_URL of [
    "postgresql://[db",
    "postgresql://db:port/t",
    "postgresql://u:p#w@db/t",
    "postgresql://u:100%@db/t",
  ]) {
    expect(problemsOf({ DATABASE_URL, APP_SECRET }), DATABASE_URL).toEqual([
      "DATABASE_URL must be a URL such as postgresql://user:password@host:5432/tessera, with special characters of user and password percent-encoded (# is %23)",
    ]);
  }
  expect(problemsOf({ DATABASE_URL: "mysql://db/t", APP_SECRET })).toEqual([
    "DATABASE_URL must begin with postgresql://, such as postgresql://user:password@host:5432/tessera",
  ]);
});

test("reads the bucket for files and the service for QR codes", () => {
  const { storage, qrServiceUrl } = readConfig({
    STORAGE_URL: "s3://files?region=eu-central-1",
    QR_SERVICE_URL: "https://qr.example/make",
  });
  expect(storage).toEqual({ bucket: "files", region: "eu-central-1", endpoint: undefined });
  const keys = { AWS_ACCESS_KEY_ID: "id", AWS_SECRET_ACCESS_KEY: "key" };
  expect(readConfig({ STORAGE_URL: "s3://files", ...keys }).storage?.credentials).toEqual({
    accessKeyId: "id",
    secretAccessKey: "key",
  });
  expect(problemsOf({ AWS_ACCESS_KEY_ID: "id" })).toEqual([]);
  expect(problemsOf({ STORAGE_URL: "s3://files", AWS_ACCESS_KEY_ID: "id" })).toEqual([
    "AWS_SECRET_ACCESS_KEY is required beside AWS_ACCESS_KEY_ID",
  ]);
  expect(qrServiceUrl).toBe("https://qr.example/make");
  expect(problemsOf({ STORAGE_URL: "files", QR_SERVICE_URL: "qr.example" })).toEqual([
    "STORAGE_URL must be a URL such as s3://bucket?region=eu-central-1&endpoint=https://s3.example; a bucket's name has 3 to 63 lower-case letters, digits, dots and hyphens",
    "QR_SERVICE_URL must be a URL such as https://qr.example/make, which takes data and size",
  ]);
});

describe("signing in with an OpenID provider", () => {
  const both = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };

  test("enables the mock checkout unless it is switched off", () => {
    expect(readConfig({}).mockCheckout).toBe(true);
    expect(readConfig({ MOCK_CHECKOUT: "off" }).mockCheckout).toBe(false);
    expect(problemsOf({ MOCK_CHECKOUT: "maybe" })).toEqual(["MOCK_CHECKOUT must be on or off"]);
  });

  test("is off by default, and uses Google unless another provider is set", () => {
    expect(readConfig({}).google).toBeUndefined();
    expect(readConfig(both).google).toEqual({
      issuer: "https://accounts.google.com",
      clientId: "id",
      clientSecret: "secret",
    });
  });

  test("needs client id and secret", () => {
    expect(problemsOf({ GOOGLE_CLIENT_ID: "id" })).toEqual([
      "GOOGLE_CLIENT_SECRET is required beside GOOGLE_CLIENT_ID",
    ]);
    expect(problemsOf({ GOOGLE_CLIENT_SECRET: "secret" })).toEqual([
      "GOOGLE_CLIENT_ID is required beside GOOGLE_CLIENT_SECRET",
    ]);
  });

  test.for([
    "https://id.example/realms/shop",
    "http://localhost:4000",
    "http://127.0.0.1:4000",
    "http://[::1]:4000",
  ])("may go to %s", (GOOGLE_ISSUER) => {
    expect(readConfig({ ...both, GOOGLE_ISSUER }).google?.issuer).toBe(GOOGLE_ISSUER);
  });

  test.for([
    "http://id.example",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "id.example",
    "ftp://id.example",
  ])("never goes to %s, where others could listen", (GOOGLE_ISSUER) => {
    expect(problemsOf({ ...both, GOOGLE_ISSUER })).toEqual([
      expect.stringMatching(/^GOOGLE_ISSUER must be an https address/),
    ]);
  });
});

test("retains buyers of real orders for ten years unless another number is set", () => {
  expect(readConfig({}).orderRetentionYears).toBe(10);
  expect(readConfig({ ORDER_RETENTION_YEARS: "0" }).orderRetentionYears).toBe(0);
  expect(problemsOf({ ORDER_RETENTION_YEARS: "ten" })).toEqual([
    expect.stringMatching(/^ORDER_RETENTION_YEARS /),
  ]);
  expect(problemsOf({ REPORT_EMAIL: "reports" })).toEqual([
    "REPORT_EMAIL must be an email address, such as you@example.org",
  ]);
});

test("reads the administrator's email in lower case", () => {
  expect(readConfig({}).adminEmail).toBeUndefined();
  expect(readConfig({ ADMIN_EMAIL: " Owner@Example.org " }).adminEmail).toBe("owner@example.org");
  expect(problemsOf({ ADMIN_EMAIL: "owner" })).toEqual([
    "ADMIN_EMAIL must be an email address, such as you@example.org",
  ]);
});

test("requires verified emails only where configured", () => {
  expect(readConfig({}).requireVerifiedEmail).toBe(false);
  expect(readConfig({ REQUIRE_VERIFIED_EMAIL: "true" }).requireVerifiedEmail).toBe(true);
  expect(problemsOf({ REQUIRE_VERIFIED_EMAIL: "yes" })).toEqual([
    "REQUIRE_VERIFIED_EMAIL must be true or false",
  ]);
});

test("rejects a publishable key in place of the secret one, and keys of two modes", () => {
  expect(problemsOf({ STRIPE_SECRET_KEY: "pk_live_1" })).toEqual([
    "STRIPE_SECRET_KEY must be a secret or restricted key, such as sk_live_… or rk_live_…",
  ]);
  expect(problemsOf({ STRIPE_SECRET_KEY: "rk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" })).toEqual([
    "STRIPE_PUBLISHABLE_KEY must be of the same mode as STRIPE_SECRET_KEY, such as pk_live_…",
  ]);
  expect(problemsOf({ STRIPE_SECRET_KEY: "rk_live_1", STRIPE_PUBLISHABLE_KEY: "pk_live_1" })).toEqual([]);
});

test.for([
  ["sslmode=require", false],
  ["sslmode=prefer", false],
  ["application_name=shop&sslmode=require&channel_binding=require", false],
  ["sslmode=verify-full", undefined],
])("reads %s like libpq", ([query, rejectUnauthorized]) => {
  const { databaseUrl = "" } = readConfig({
    DATABASE_URL: `postgresql://u:p@db.example/t?${query}`,
    APP_SECRET: "x".repeat(32),
  });
  const { ssl } = new pg.Client({ connectionString: databaseUrl });
  expect(ssl).toEqual(rejectUnauthorized === undefined ? {} : { rejectUnauthorized });
});

test("requires the authority's certificate for verify-ca", () => {
  const DATABASE_URL = "postgresql://u:p@db.example/t?sslmode=verify-ca";
  expect(problemsOf({ DATABASE_URL, APP_SECRET: "x".repeat(32) })).toEqual([
    "DATABASE_URL needs sslrootcert=/path/ca.pem beside sslmode=verify-ca",
  ]);
});

test("opens SIGNUP by default", () => {
  expect(readConfig({}).signup).toBe("open");
  expect(readConfig({ SIGNUP: "invite" }).signup).toBe("invite");
  expect(problemsOf({ SIGNUP: "none" })).toEqual(["SIGNUP must be open, invite or closed"]);
});
