import { isLoopback } from "../loopback.ts";

/** The settings of an SMTP server, read from its URL. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte. Otherwise STARTTLS if the server supports it. */
  secure: boolean;
  /** Sends nothing without STARTTLS. */
  requireTls: boolean;
  /** Whether a certificate must be valid. */
  verifyCertificate: boolean;
  user: string | undefined;
  password: string | undefined;
};

const OPTIONS = new Set(["requireTLS", "tls.rejectUnauthorized"]);

/** Parses `smtp://user:password@host:port` (587) or `smtps://…` (465). Returns undefined for any other text. Options: `requireTLS=true`, `tls.rejectUnauthorized=false`. */
export function readSmtpUrl(value: string): SmtpServer | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const secure = url.protocol === "smtps:";
  if ((!secure && url.protocol !== "smtp:") || !url.hostname || !/^\/?$/.test(url.pathname)) return undefined;
  if ([...url.searchParams.keys()].some((name) => !OPTIONS.has(name))) return undefined;
  const user = decode(url.username);
  const password = decode(url.password);
  if (user === undefined || password === undefined) return undefined;
  const requireTls = url.searchParams.get("requireTLS") === "true";
  // Where plain text is accepted, an invalid certificate is accepted as well: without TLS, `requireTLS` and a user, or on this machine.
  const mustVerify =
    (secure || requireTls || user !== "") && !(isLoopback(url.hostname) && !secure && !requireTls);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTls,
    verifyCertificate: mustVerify && url.searchParams.get("tls.rejectUnauthorized") !== "false",
    user: user || undefined,
    password: password || undefined,
  };
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
