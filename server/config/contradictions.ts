import { isLoopback } from "../platform/loopback.ts";
import { isPublicHost } from "../platform/net/public-host.ts";
import { isLiveKey } from "../platform/payments/live-key.ts";

/** Returns the errors of settings that do not fit together, besides the errors of each setting. */
export function findContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  /** Reports the missing one of two settings that belong together. */
  const findMissing = (...pair: [string, string]) => {
    const missing = pair.filter((name) => !given[name]);
    return missing.length === 1
      ? [`${missing[0]} is required beside ${pair.find((name) => given[name])}`]
      : [];
  };
  const problems = findMissing("GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET");
  const oidc = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
  if (oidc.some((name) => given[name])) {
    const missing = oidc.filter((name) => !given[name]);
    problems.push(
      ...missing.map(
        (name) => `${name} is required beside ${oidc.filter((other) => other !== name).join(" and ")}`,
      ),
    );
  }
  problems.push(...findTrustProblems(given));
  if (given.PASSWORD_LOGIN === "off" && !given.GOOGLE_CLIENT_ID && !given.OIDC_ISSUER) {
    problems.push(
      "PASSWORD_LOGIN=off lets nobody sign in without a provider: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or remove it",
    );
  }
  for (const name of [
    "STRIPE_PUBLISHABLE_KEY",
    "STRIPE_API_BASE",
    "STRIPE_CONNECT_WEBHOOK_SECRET",
  ] as const) {
    if (given[name] && !given.STRIPE_SECRET_KEY) problems.push(`${name} requires STRIPE_SECRET_KEY`);
  }
  if (given.MOLLIE_API_BASE && !given.MOLLIE_API_KEY && !given.MOLLIE_CLIENT_ID)
    problems.push("MOLLIE_API_BASE requires MOLLIE_API_KEY or MOLLIE_CLIENT_ID");
  problems.push(...findMissing("MOLLIE_CLIENT_ID", "MOLLIE_CLIENT_SECRET"));
  const modeOf = (key: string | undefined) => /^[a-z]+_(live|test)_/.exec(key ?? "")?.[1];
  const [secret, publishable] = [modeOf(given.STRIPE_SECRET_KEY), modeOf(given.STRIPE_PUBLISHABLE_KEY)];
  if (secret && publishable && secret !== publishable) {
    problems.push(
      `STRIPE_PUBLISHABLE_KEY must be of the same mode as STRIPE_SECRET_KEY, such as pk_${secret}_…`,
    );
  }
  if (Number(given.DIRECT_UPLOAD_MB) > 0 && !given.STORAGE_URL) {
    problems.push(
      "DIRECT_UPLOAD_MB sends files straight to a bucket, but there is none: set STORAGE_URL, such as s3://bucket?region=eu-central-1, or remove it",
    );
  }
  // Without STORAGE_URL, these may be settings of other programs on the machine.
  if (given.STORAGE_URL) problems.push(...findMissing("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"));
  problems.push(
    ...findBackupProblems(given),
    ...findMissing("BACKUP_ACCESS_KEY_ID", "BACKUP_SECRET_ACCESS_KEY"),
  );
  if (given.CUSTOM_DOMAINS === "on" && !given.DOMAIN_TARGET && !given.DOMAIN_ADDRESSES) {
    problems.push(
      "CUSTOM_DOMAINS requires DOMAIN_TARGET, DOMAIN_ADDRESSES or both, which tell creators where to point their domains: such as sites.example.org",
    );
  }
  if (given.TLS_ASK_PORT && given.TLS_ASK_PORT === (given.PORT ?? "3000"))
    problems.push("TLS_ASK_PORT must be another port than PORT, which visitors reach");
  if (given.DATABASE_URL && !given.APP_SECRET)
    problems.push("APP_SECRET is required when DATABASE_URL is set");
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL) {
    problems.push(
      "DATABASE_DIRECT_URL requires DATABASE_URL, which names the pooler: without one, name the server in DATABASE_URL",
    );
  }
  return problems;
}

function findBackupProblems({ BACKUP_TO, BACKUP_KEY, STORAGE_URL }: Given): string[] {
  if (BACKUP_TO && !BACKUP_KEY)
    return ["BACKUP_TO requires BACKUP_KEY, the public key that `npm run backup -- --new-key` prints"];
  if (BACKUP_TO && STORAGE_URL && BACKUP_TO.split("?")[0] === STORAGE_URL.split("?")[0])
    return [
      "BACKUP_TO names the bucket of STORAGE_URL, and both would be lost together: name another bucket, best with another provider",
    ];
  return [];
}

/** Providers that anybody may join, and Entra ID for every organisation or for private accounts. */
const OPEN_ISSUER =
  /^https:\/\/(?:accounts\.google\.com|(?:appleid|account)\.apple\.com|gitlab\.com|www\.linkedin\.com|login\.(?:microsoftonline\.(?:com|us)|partner\.microsoftonline\.cn)\/(?:common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad))(?:\/|$)/i;

function findTrustProblems({ OIDC_TRUST_EMAILS, OIDC_ISSUER, OIDC_ALLOWED_DOMAINS }: Given): string[] {
  if (OIDC_TRUST_EMAILS !== "true" || !OIDC_ISSUER) return [];
  if (OPEN_ISSUER.test(OIDC_ISSUER))
    return [
      "OIDC_TRUST_EMAILS lets anybody sign in with any email, because anybody can have an account at OIDC_ISSUER: set OIDC_ISSUER to the issuer of your organisation alone, such as https://login.microsoftonline.com/YOUR-TENANT-ID/v2.0, or remove OIDC_TRUST_EMAILS",
    ];
  if (!OIDC_ALLOWED_DOMAINS)
    return [
      "OIDC_TRUST_EMAILS accepts every email of the provider as verified: set OIDC_ALLOWED_DOMAINS to the domains of your organisation, such as example.org",
    ];
  return [];
}

/** Settings that have no effect unless another one is set, with an example of the other one. */
const DEPENDENT: readonly (readonly [string, string, string])[] = [
  ["SIGNED_DOWNLOAD_MINUTES", "STORAGE_URL", "s3://bucket?region=eu-central-1"],
  ["BACKUP_KEEP_DAYS", "BACKUP_FOLDER", "/var/backups/tessera"],
  ["BACKUP_TO", "BACKUP_FOLDER", "/var/backups/tessera"],
  ["BACKUP_KEY", "BACKUP_TO", "s3://backups?region=eu-central-1&endpoint=https://s3.example"],
  ["BACKUP_ACCESS_KEY_ID", "BACKUP_TO", "s3://backups?region=eu-central-1&endpoint=https://s3.example"],
  ["FILES_BY_PROXY", "TRUST_PROXY", "127.0.0.1"],
  ["DOMAIN_TARGET", "CUSTOM_DOMAINS", "on"],
  ["DOMAIN_ADDRESSES", "CUSTOM_DOMAINS", "on"],
  ["TLS_ASK_PORT", "CUSTOM_DOMAINS", "on"],
  ["TLS_ASK_HOST", "CUSTOM_DOMAINS", "on"],
  ["COUNTRY_HEADER", "TRUST_PROXY", "127.0.0.1"],
  ["CDN_STALE_SECONDS", "CDN_SECONDS", "5"],
  ["GOOGLE_ISSUER", "GOOGLE_CLIENT_ID", "the id of a client at this provider"],
  ["OIDC_NAME", "OIDC_ISSUER", "https://sso.example/realms/staff"],
  ["OIDC_ALLOWED_DOMAINS", "OIDC_ISSUER", "https://sso.example/realms/staff"],
  ["OIDC_TRUST_EMAILS", "OIDC_ISSUER", "https://sso.example/realms/staff"],
  ["OIDC_ADMIN_GROUP", "OIDC_ISSUER", "https://sso.example/realms/staff"],
];

/** Returns warnings about settings that are valid but probably a mistake, as `NAME problem` lines. */
export function findWarnings(given: Readonly<Record<string, string | undefined>>): string[] {
  const warnings = DEPENDENT.filter(([name, needed]) => given[name] && !given[needed]).map(
    ([name, needed, example]) => `${name} has no effect without ${needed}, such as ${example}`,
  );
  if (given.BACKUP_PRIVATE_KEY && given.BACKUP_FOLDER)
    warnings.push(
      "BACKUP_PRIVATE_KEY opens the backups that this machine makes: keep it elsewhere, and set it only for a restore",
    );
  if (given.POSTGRES_BIN && given.DATABASE_URL)
    warnings.push("POSTGRES_BIN has no effect beside DATABASE_URL: remove one of them");
  if (given.FILES_BY_PROXY && given.STORAGE_URL)
    warnings.push(
      "FILES_BY_PROXY has no effect beside STORAGE_URL: remove it, or set SIGNED_DOWNLOAD_MINUTES",
    );
  warnings.push(...findStorageWarnings(given));
  warnings.push(...findStripeWarnings(given), ...findMollieWarnings(given), ...findMailWarnings(given));
  const { MAX_UPLOAD_MB = 512, UPLOAD_QUOTA_MB = 5000 } = given;
  if (Number(MAX_UPLOAD_MB) > Number(UPLOAD_QUOTA_MB)) {
    warnings.push(
      `MAX_UPLOAD_MB is more than a creator may store: set UPLOAD_QUOTA_MB to more than that, such as ${Number(MAX_UPLOAD_MB) * 10}`,
    );
  }
  if (given.PUBLIC_URL && isPublic(given)) {
    if (/^http:/i.test(given.PUBLIC_URL)) {
      warnings.push(
        "PUBLIC_URL is not encrypted, so that passwords and cookies can be read on their way: let a proxy answer with a certificate, such as at https://tessera.example",
      );
    }
    if (given.RATE_LIMITS === "off")
      warnings.push("RATE_LIMITS=off lets anybody try passwords without limit: remove it, or set it to on");
  }
  return warnings;
}

type Given = Readonly<Record<string, string | undefined>>;

const isPublic = ({ PUBLIC_URL }: Given) =>
  PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname);

function findStorageWarnings(given: Given): string[] {
  const { SIGNED_DOWNLOAD_MINUTES, DIRECT_UPLOAD_MB, MAX_UPLOAD_MB = 512, STORAGE_URL = "" } = given;
  const warnings: string[] = [];
  const isPlain = /[?&]endpoint=http(:|%3A)/i.test(STORAGE_URL);
  if (Number(SIGNED_DOWNLOAD_MINUTES) > 0 && isPlain) {
    warnings.push(
      "SIGNED_DOWNLOAD_MINUTES leads buyers to the endpoint of STORAGE_URL, which is not encrypted: give it an https endpoint that they reach, such as https://s3.example",
    );
  }
  if (Number(DIRECT_UPLOAD_MB) > 0 && isPlain) {
    warnings.push(
      "DIRECT_UPLOAD_MB lets creators send files to the endpoint of STORAGE_URL, which is not encrypted: give it an https endpoint that they reach, such as https://s3.example",
    );
  }
  if (Number(DIRECT_UPLOAD_MB) > Number(MAX_UPLOAD_MB)) {
    warnings.push(
      "DIRECT_UPLOAD_MB is larger than any file may be, so that none is sent to the bucket: set it to less than MAX_UPLOAD_MB, such as 50",
    );
  }
  return warnings;
}

function findStripeWarnings(given: Given): string[] {
  const { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE, PUBLIC_URL } = given;
  if (!key) return [];
  const warnings: string[] = [];
  if (!STRIPE_WEBHOOK_SECRET) {
    warnings.push(
      "STRIPE_WEBHOOK_SECRET is not set, so that Stripe's events are refused: set it to the signing secret of the webhook endpoint, such as whsec_…",
    );
  }
  if (!isLiveKey(key)) return warnings;
  if (STRIPE_API_BASE) {
    warnings.push(
      "STRIPE_API_BASE sends a live key to another server than Stripe's: remove it, or set STRIPE_SECRET_KEY to a test key, such as sk_test_…",
    );
  }
  if (!/^https:/i.test(PUBLIC_URL ?? "")) {
    warnings.push(
      "STRIPE_SECRET_KEY is a live key, and Stripe sends its events only to https addresses: set PUBLIC_URL to yours, such as https://tessera.example",
    );
  }
  return warnings;
}

function findMollieWarnings(given: Given): string[] {
  const { MOLLIE_API_KEY: key, MOLLIE_CLIENT_ID, MOLLIE_API_BASE, PUBLIC_URL } = given;
  const warnings: string[] = [];
  if ((key || MOLLIE_CLIENT_ID) && PUBLIC_URL && !isPublicHost(new URL(PUBLIC_URL).hostname)) {
    warnings.push(
      "PUBLIC_URL cannot be reached by Mollie, so that payments are noticed only by the buyer's return and by regular reads: set it to a public address, such as https://tessera.example",
    );
  }
  if (!key || !isLiveKey(key)) return warnings;
  if (MOLLIE_API_BASE) {
    warnings.push(
      "MOLLIE_API_BASE sends a live key to another server than Mollie's: remove it, or set MOLLIE_API_KEY to a test key, such as test_…",
    );
  }
  if (!/^https:/i.test(PUBLIC_URL ?? "")) {
    warnings.push(
      "MOLLIE_API_KEY is a live key, whose events should arrive encrypted: set PUBLIC_URL to yours, such as https://tessera.example",
    );
  }
  return warnings;
}

function findMailWarnings(given: Given): string[] {
  const { SMTP_URL, REQUIRE_VERIFIED_EMAIL } = given;
  if (!SMTP_URL) {
    if (REQUIRE_VERIFIED_EMAIL !== "true" || !isPublic(given)) return [];
    return [
      "REQUIRE_VERIFIED_EMAIL=true requires a link that is sent by email, and without SMTP_URL no email is sent: set SMTP_URL, such as smtps://user:password@mail.example",
    ];
  }
  const { protocol, port } = new URL(SMTP_URL);
  if (protocol === "smtp:" && port === "465") {
    return ["SMTP_URL names port 465, where servers speak TLS from the start: begin it with smtps://"];
  }
  if (protocol === "smtps:" && (port === "587" || port === "25")) {
    return [
      `SMTP_URL names port ${port}, where servers begin without TLS: begin it with smtp:// (and end it with ?requireTLS=true)`,
    ];
  }
  return [];
}
