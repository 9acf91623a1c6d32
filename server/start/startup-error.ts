import { ConfigError } from "../config/config.ts";
import { AppError } from "../platform/http/app-error.ts";

type SystemError = NodeJS.ErrnoException & { hostname?: string };
type Place = {
  host: string;
  port: number;
  dataDir: string;
  databaseUrl: string | undefined;
  isDatabasePooled?: boolean;
};

const UNUSABLE = "The database of DATABASE_URL cannot be used";
const unusable = (message: string, advice = "") => `${UNUSABLE}: ${message}${advice ? `\n${advice}` : ""}`;
/** Names both URLs, because the error does not tell which of the two servers it is from. */
const nameBoth = (text: string | undefined) =>
  text?.replace(
    UNUSABLE,
    "The database of DATABASE_DIRECT_URL, or the pooler of DATABASE_URL, cannot be used",
  );

const TLS_ERROR =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/;
const DISK_ERRORS = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EEXIST", "ENOTDIR"]);

/** Returns the message of a startup error that an operator can solve, and every other error with its stack. */
export function explainStartupError(thrown: unknown, place?: Place): unknown {
  if (!(thrown instanceof Error)) return thrown;
  const error = rootOf(thrown);
  if (thrown instanceof AppError && thrown.code === "storage.away") {
    return `The bucket of STORAGE_URL cannot be used: ${error.message}\nCheck its name, region and endpoint, and its credentials, such as STORAGE_URL=s3://bucket?region=eu-central-1&endpoint=https://s3.example`;
  }
  return (
    explainListening(error, place) ??
    (place?.isDatabasePooled ? nameBoth(explainDatabase(error, place)) : explainDatabase(error, place)) ??
    explainDisk(error, place) ??
    explainFullDatabase(error, place) ??
    // The product's own errors are plain `Error`s whose message is complete without a stack.
    (thrown instanceof ConfigError || thrown.constructor === Error ? thrown.message : thrown)
  );
}

/** Returns the driver's error, which Drizzle wraps. A host with several IPs causes one error for each. */
function rootOf(error: Error): SystemError {
  const next = error instanceof AggregateError ? error.errors[0] : error.cause;
  return next instanceof Error ? rootOf(next) : error;
}

function explainListening(
  { message, code, syscall, hostname }: SystemError,
  place?: Place,
): string | undefined {
  if (code === "EADDRINUSE") {
    return `${message}\nAnother program listens there. End it, or choose another PORT.`;
  }
  if (
    code === "EADDRNOTAVAIL" ||
    (syscall === "getaddrinfo" && hostname !== undefined && hostname === place?.host)
  ) {
    return `${message}\nHOST must be an IP or a name of this machine, such as 127.0.0.1, or 0.0.0.0 for all its networks.`;
  }
  if (code === "EACCES" && syscall === "listen") {
    return `${message}\nThis user may not listen on PORT ${place?.port ?? ""}. Choose one from 1024, such as PORT=3000, and let a proxy listen on 80 and 443.`;
  }
  return undefined;
}

// Codes of PostgreSQL: appendix A of its manual. The bundled server has none of these errors.
function explainDatabase(error: SystemError, place?: Place): string | undefined {
  const { message, code = "", syscall, path } = error;
  if (path !== undefined && place?.databaseUrl?.includes(path)) {
    return unusable(
      message,
      "sslrootcert, sslcert and sslkey name files that this user can read, such as sslrootcert=/path/ca.pem.",
    );
  }
  if (code === "42501") return unusable(message, ownerAdvice(place?.databaseUrl));
  if (code === "25006") {
    return unusable(
      message,
      "It accepts no writes: name the primary server in DATABASE_URL, with a role that may write.",
    );
  }
  if (code === "53300") {
    return unusable(
      message,
      "Each process of Tessera uses up to 22 connections: raise max_connections of the server, or the limit of the role or database, or set WORKERS=1 or a lower DATABASE_CONNECTIONS.",
    );
  }
  if (code === "3F000") {
    return unusable(
      message,
      `Its role has a search_path without the schema public. Run: ALTER ROLE "${roleOf(place?.databaseUrl)}" RESET search_path;`,
    );
  }
  if (/unsupported startup parameter/.test(message)) {
    return unusable(
      message,
      "A connection pooler such as PgBouncer responds there. Tessera also needs direct connections to PostgreSQL, because it uses LISTEN and locks of sessions: name the server itself in DATABASE_DIRECT_URL, such as postgresql://user:password@host:5432/tessera, and the pooler in DATABASE_URL",
    );
  }
  if (syscall === "getaddrinfo") {
    return unusable(message, "Its host is not known. Look at the host's spelling and at this machine's DNS.");
  }
  if (/does not support SSL connections/.test(message)) {
    return unusable(
      message,
      "Leave sslmode out, or set sslmode=disable, if the network between the two is yours.",
    );
  }
  if (TLS_ERROR.test(code)) {
    return unusable(
      message,
      "Name the authority of its certificate with sslmode=verify-full&sslrootcert=/path/ca.pem, or encrypt without verifying with sslmode=require.",
    );
  }
  return /^(08|28|3D)/.test(code) || syscall === "connect" ? unusable(message) : undefined;
}

/** Since PostgreSQL 15 only a database's owner may create tables in its schema `public`. */
function ownerAdvice(url: string | undefined): string {
  const database = decodeURIComponent(parseUrl(url).pathname.slice(1)) || "tessera";
  return `Its role must own the database. Run as a superuser: ALTER DATABASE "${database}" OWNER TO "${roleOf(url)}";`;
}

const roleOf = (url: string | undefined) => decodeURIComponent(parseUrl(url).username) || "role";

/** Parses a URL like the driver: the host may be missing if a parameter names the folder of a socket. */
const parseUrl = (url: string | undefined) =>
  new URL(url?.replace("@/", "@localhost/") ?? "postgresql://role@host/tessera");

/** Explains a full disk, which the bundled PostgreSQL reports only in its log if it does not start. */
function explainFullDatabase({ message }: SystemError, place?: Place): string | undefined {
  if (!/No space left on device|Disk quota exceeded/.test(message)) return undefined;
  return `${message}\nThe disk of ${place?.dataDir ?? "DATA_DIR"} is full. Free some space on it: nothing that was confirmed is lost.`;
}

function explainDisk({ message, code = "", path }: SystemError, place?: Place): string | undefined {
  if (!DISK_ERRORS.has(code)) return undefined;
  if (code === "ENOSPC" || code === "EDQUOT") {
    return `${message}\nThe disk of ${path ?? place?.dataDir ?? "DATA_DIR"} is full. Free some space, or set DATA_DIR to a folder on another disk.`;
  }
  if (path === undefined) return code === "EACCES" ? message : undefined;
  const isInside = place !== undefined && path.startsWith(place.dataDir);
  return isInside
    ? `${message}\nDATA_DIR must be a folder that this user may write to, such as ./data.`
    : message;
}
