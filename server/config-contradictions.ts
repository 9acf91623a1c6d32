import { isLoopback } from "./platform/loopback.ts";

/** Returns the errors of settings that do not fit together, besides the errors of each setting. */
export function findContradictions(given: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  if (Boolean(given.GOOGLE_CLIENT_ID) !== Boolean(given.GOOGLE_CLIENT_SECRET)) {
    const missing = given.GOOGLE_CLIENT_ID ? "GOOGLE_CLIENT_SECRET" : "GOOGLE_CLIENT_ID";
    problems.push(`${missing} is required beside the other of the two`);
  }
  for (const name of [
    "STRIPE_PUBLISHABLE_KEY",
    "STRIPE_API_BASE",
    "STRIPE_CONNECT_WEBHOOK_SECRET",
  ] as const) {
    if (given[name] && !given.STRIPE_SECRET_KEY)
      problems.push(`${name} is of use only beside STRIPE_SECRET_KEY`);
  }
  const modeOf = (key: string | undefined) => /^[a-z]+_(live|test)_/.exec(key ?? "")?.[1];
  const [secret, publishable] = [modeOf(given.STRIPE_SECRET_KEY), modeOf(given.STRIPE_PUBLISHABLE_KEY)];
  if (secret && publishable && secret !== publishable) {
    problems.push(
      `STRIPE_PUBLISHABLE_KEY must be of the same mode as STRIPE_SECRET_KEY, such as pk_${secret}_…`,
    );
  }
  // Other programs of the machine may have set these for themselves.
  if (given.STORAGE_URL && Boolean(given.AWS_ACCESS_KEY_ID) !== Boolean(given.AWS_SECRET_ACCESS_KEY)) {
    const missing = given.AWS_ACCESS_KEY_ID ? "AWS_SECRET_ACCESS_KEY" : "AWS_ACCESS_KEY_ID";
    problems.push(`${missing} is required beside the other of the two`);
  }
  if (given.DATABASE_URL && !given.APP_SECRET)
    problems.push("APP_SECRET is required when DATABASE_URL is set");
  return problems;
}

/** Settings that have no effect unless another is set, and what that other one is like. */
const DEPENDENT: readonly (readonly [string, string, string])[] = [
  ["COUNTRY_HEADER", "TRUST_PROXY", "127.0.0.1"],
  ["GOOGLE_ISSUER", "GOOGLE_CLIENT_ID", "the id of a client at this provider"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"],
  ["OTEL_TRACES_SAMPLER_ARG", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"],
];

/** Returns what is allowed, but hardly meant, as `NAME problem` lines. */
export function findDoubts(given: Readonly<Record<string, string | undefined>>): string[] {
  const doubts = DEPENDENT.filter(([name, needed]) => given[name] && !given[needed]).map(
    ([name, needed, example]) => `${name} has no effect without ${needed}, such as ${example}`,
  );
  if (given.POSTGRES_BIN && given.DATABASE_URL)
    doubts.push("POSTGRES_BIN has no effect beside DATABASE_URL: remove one of them");
  if (given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET) {
    doubts.push(
      "STRIPE_WEBHOOK_SECRET is not set, so that Stripe's events are refused: set it to the signing secret of the webhook endpoint, such as whsec_…",
    );
  }
  const { MAX_UPLOAD_MB = 512, UPLOAD_QUOTA_MB = 5000 } = given;
  if (Number(MAX_UPLOAD_MB) > Number(UPLOAD_QUOTA_MB)) {
    doubts.push(
      `MAX_UPLOAD_MB is more than a creator may store: set UPLOAD_QUOTA_MB to more than it, such as ${Number(MAX_UPLOAD_MB) * 10}`,
    );
  }
  if (given.PUBLIC_URL && !isLoopback(new URL(given.PUBLIC_URL).hostname)) {
    if (/^http:/i.test(given.PUBLIC_URL)) {
      doubts.push(
        "PUBLIC_URL is not encrypted, so that passwords and cookies can be read on their way: let a proxy answer with a certificate, such as at https://tessera.example",
      );
    }
    if (given.RATE_LIMITS === "off")
      doubts.push("RATE_LIMITS=off lets anybody try passwords without limit: remove it, or set it to on");
  }
  return doubts;
}
