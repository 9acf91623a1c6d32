import { isIP } from "node:net";
import { availableParallelism } from "node:os";
import { domainToASCII } from "node:url";
import { z } from "zod";
import { asciiDomain, emailOf } from "../../contract/rules/meanings.ts";
import { isLoopback } from "../platform/loopback.ts";
import { isNetwork } from "../platform/net/ip.ts";

export const origin = (example: string) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      error: `must be an http or https address, such as ${example}`,
      abort: true,
    })
    .refine((value) => !/[?#@]/.test(value) && new URL(value).pathname === "/", {
      error: `must be an address without user and path, such as ${example}`,
      abort: true,
    })
    .refine((value) => !/^(0\.0\.0\.0|\[::\]|.*\*.*)$/.test(new URL(value).hostname), {
      error: `must be the one address that visitors open, such as ${example}`,
      abort: true,
    })
    .transform((value) => new URL(value).origin);

/** The issuer of an OpenID provider. */
export const issuer = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be an https address, such as ${example}`, abort: true })
    .refine((value) => /^https:/i.test(value) || isLoopback(new URL(value).hostname), {
      error: `must be an https address, such as ${example}; http is for a provider on this machine`,
    });

export const webUrl = (error: string) => z.url({ protocol: /^https?$/, error });

/** An email in its stored form: in lower case, with the domain in ASCII. */
export const emailAddress = z
  .string()
  .transform(emailOf)
  .pipe(z.email({ error: "must be an email address, such as you@example.org" }));

/** A setting that `read` parses. For an invalid one `read` returns null or undefined. */
export const parsedBy = <T extends object>(read: (value: string) => T | null | undefined, error: string) =>
  z.string().transform((value, context) => {
    const parsed = read(value);
    if (parsed) return parsed;
    context.addIssue({ code: "custom", message: error });
    return z.NEVER;
  });

export const randomText = (length: number) =>
  z.string().min(length, {
    error: `must have at least ${length} characters, chosen at random, such as the output of: openssl rand -hex 32`,
  });

export const flag = (fallback: boolean) =>
  z
    .enum(["true", "false"], { error: "must be true or false" })
    .default(fallback ? "true" : "false")
    .transform((value) => value === "true");

export const wholeNumber = (min: number, max: number, fallback: number) => {
  const error = `must be a whole number from ${min} to ${max}, such as ${fallback}`;
  return z
    .string()
    .trim()
    .regex(/^\d+$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error })
    .default(fallback);
};

/** Matches a key that can be sent in a header, unlike a placeholder of the documentation such as `sk_live_…`. */
export const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** A complete path of a folder. Rejects `~` and `$HOME`, which only a shell replaces. */
export const folder = (example: string) =>
  z.string().refine((value) => !/^(~|\$)/.test(value), {
    error: `must be a complete path, such as ${example}: ~ and $HOME are not replaced`,
  });

/** A number of processes. `auto` is one for each core. */
export const processCount = z
  .string()
  .trim()
  .default("1")
  .transform((value) =>
    value === "auto" ? availableParallelism() : /^\d+$/.test(value) ? Number(value) : Number.NaN,
  )
  .refine((value) => Number.isInteger(value) && value >= 1 && value <= 64, {
    error: "must be a whole number from 1 to 64, or auto for one process per core",
  });

/** Values separated by commas. */
const list = z.string().transform((value) =>
  value
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean),
);

export const addresses = list.refine((list) => list.length > 0 && list.every(isNetwork), {
  error: "must be addresses or networks separated by commas, such as 127.0.0.1,10.0.0.0/8",
});

/** Single addresses, in the form that DNS records have. */
export const ipAddresses = list
  .transform((entries) => entries.map((entry) => entry.toLowerCase()))
  .refine((entries) => entries.length > 0 && entries.every((entry) => isIP(entry) !== 0), {
    error: "must be IP addresses separated by commas, such as 203.0.113.7,2001:db8::7",
  });

/** A host name, in the form that DNS records have. */
export const hostName = z
  .string()
  .transform((value) => domainToASCII(value.trim().toLowerCase().replace(/\.$/, "")))
  .refine((name) => isIP(name) === 0 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name), {
    error: "must be a host name, such as sites.example.org",
  });

/** Domains of email addresses, in their stored form. */
export const emailDomains = list
  .transform((domains) => domains.map(asciiDomain))
  .refine((list) => list.length > 0 && list.every((one) => emailAddress.safeParse(`a@${one}`).success), {
    error: "must be domains of emails separated by commas, such as example.org,example.net",
  });

/** Signing secrets. Rejects ids of endpoints and API keys, which are set by mistake. */
export const webhookSecrets = (endpoint: string) =>
  z
    .string()
    .transform((value) => value.split(",").map((part) => part.trim()))
    .refine(
      (secrets) => secrets.every((secret) => VISIBLE_ASCII.test(secret) && !/^(we|sk|pk|rk)_/.test(secret)),
      {
        error: `must be the signing secret of the ${endpoint}, such as whsec_…, or several separated by commas`,
      },
    );

/** The rule for special characters of a generated password in a URL. */
export const ENCODED = ", with special characters of user and password percent-encoded (# is %23)";

/** Parses as the driver does: the host may be missing if a parameter names the folder of a socket. */
function isDatabaseUrl(value: string): boolean {
  const parsed = URL.parse(value.replace("@/", "@localhost/"), "postgresql://localhost");
  try {
    return parsed !== null && decodeURIComponent(parsed.username + parsed.password) !== undefined;
  } catch {
    return false;
  }
}

/** Interprets `sslmode` as libpq does: `require` encrypts without verifying. The driver would verify, which fails with the certificates of most hosting providers. */
function withLibpqTls(url: string): string {
  const [, query = ""] = url.split("?");
  const params = new URLSearchParams(query);
  if (!/^(prefer|require|verify-ca)$/.test(params.get("sslmode") ?? "") || params.has("uselibpqcompat"))
    return url;
  return `${url}&uselibpqcompat=true`;
}

export const databaseUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, {
    error: "must begin with postgresql://, such as postgresql://user:password@host:5432/tessera",
    abort: true,
  })
  .refine(isDatabaseUrl, {
    error: `must be a URL such as postgresql://user:password@host:5432/tessera${ENCODED}`,
    abort: true,
  })
  .refine((value) => !/[?&]sslmode=verify-ca\b/.test(value) || /[?&]sslrootcert=/.test(value), {
    error: "needs sslrootcert=/path/ca.pem beside sslmode=verify-ca",
  })
  .transform(withLibpqTls);
