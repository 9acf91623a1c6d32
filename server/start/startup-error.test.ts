import pg from "pg";
import { expect, test } from "vitest";
import { ConfigError } from "../config/config.ts";
import { storageErrors } from "../platform/storage/errors.ts";
import { explainStartupError } from "./startup-error.ts";

const failure = (message: string, more: object) => Object.assign(new Error(message), more);

test("shows an error that the operator can solve without a stack", () => {
  expect(explainStartupError(new ConfigError(["PORT must be at least 1"]))).toBe(
    "The configuration has a problem:\n  PORT must be at least 1",
  );
  expect(explainStartupError(new Error("DATA_DIR is in use."))).toBe("DATA_DIR is in use.");
  const taken = failure("listen EADDRINUSE: 127.0.0.1:3000", { code: "EADDRINUSE", syscall: "listen" });
  expect(explainStartupError(taken)).toBe(
    "listen EADDRINUSE: 127.0.0.1:3000\nAnother program listens there. End it, or choose another PORT.",
  );
});

test("names DATABASE_URL for an unavailable or unusable database", () => {
  const says = (code: string, message: string) =>
    Object.assign(new pg.DatabaseError(message, 1, "error"), { code });
  for (const error of [
    says("3D000", 'database "tessera" does not exist'),
    says("28P01", 'password authentication failed for user "tessera"'),
    failure("connect ECONNREFUSED 127.0.0.1:5432", { code: "ECONNREFUSED", syscall: "connect" }),
  ]) {
    expect(explainStartupError(error)).toBe(
      `The database of DATABASE_URL cannot be used: ${(error as Error).message}`,
    );
  }
});

const place = {
  host: "203.0.113.9",
  port: 80,
  dataDir: "/srv/data",
  databaseUrl: "postgresql://shop:pw@db.example/store",
};

test.for([
  {
    error: failure("listen EADDRNOTAVAIL: address not available 203.0.113.9:80", { code: "EADDRNOTAVAIL" }),
    advice: "HOST must be an IP or a name of this machine, such as 127.0.0.1, or 0.0.0.0",
  },
  {
    error: failure("getaddrinfo ENOTFOUND 203.0.113.9", { syscall: "getaddrinfo", hostname: "203.0.113.9" }),
    advice: "HOST must be an IP or a name of this machine",
  },
  {
    error: failure("listen EACCES: permission denied 0.0.0.0:80", { code: "EACCES", syscall: "listen" }),
    advice: "This user may not listen on PORT 80. Choose one from 1024, such as PORT=3000",
  },
  {
    error: failure("permission denied for schema public", { code: "42501" }),
    advice: 'Run as a superuser: ALTER DATABASE "store" OWNER TO "shop";',
  },
  {
    error: new Error("Failed query: select 1", {
      cause: failure("unsupported startup parameter: statement_timeout", { code: "08P01" }),
    }),
    advice: "name the server itself in DATABASE_DIRECT_URL",
  },
  {
    error: failure("getaddrinfo ENOTFOUND db.example", { syscall: "getaddrinfo", hostname: "db.example" }),
    advice:
      "The database of DATABASE_URL cannot be used: getaddrinfo ENOTFOUND db.example\nIts host is not known.",
  },
  {
    error: storageErrors.away({
      cause: failure("connect ECONNREFUSED 127.0.0.1:9000", { code: "ECONNREFUSED", syscall: "connect" }),
    }),
    advice: "The bucket of STORAGE_URL cannot be used: connect ECONNREFUSED 127.0.0.1:9000",
  },
  {
    error: failure("cannot execute CREATE TABLE in a read-only transaction", { code: "25006" }),
    advice: "name the primary server in DATABASE_URL",
  },
  {
    error: failure('too many connections for role "shop"', { code: "53300" }),
    advice: "uses up to 22 connections: raise max_connections",
  },
  {
    error: failure("no schema has been selected to create in", { code: "3F000" }),
    advice: 'ALTER ROLE "shop" RESET search_path;',
  },
  { error: new Error("The server does not support SSL connections"), advice: "set sslmode=disable" },
  {
    error: failure("self-signed certificate", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }),
    advice: "sslmode=verify-full&sslrootcert=/path/ca.pem",
  },
  {
    error: failure("ENOSPC: no space left on device, write", { code: "ENOSPC" }),
    advice: "The disk of /srv/data is full.",
  },
  {
    error: new Error(
      'The bundled PostgreSQL did not start: FATAL: could not write lock file "postmaster.pid": No space left on device',
    ),
    advice: "The disk of /srv/data is full.",
  },
  {
    error: failure("EACCES: permission denied", { code: "EACCES", path: "/srv/data/uploads" }),
    advice: "DATA_DIR must be a folder that this user may write to, such as ./data.",
  },
])("explains a startup error by its setting: $error.message", ({ error, advice }) => {
  expect(explainStartupError(error, place)).toEqual(expect.stringContaining(advice));
});

test("names the role and the database of a URL with a socket", () => {
  const databaseUrl = "postgresql://shop@/store?host=%2Frun%2Fpostgresql";
  const error = failure("permission denied for schema public", { code: "42501" });
  expect(explainStartupError(error, { ...place, databaseUrl })).toContain('"store" OWNER TO "shop"');
});

test("reports a missing certificate of DATABASE_URL as such", () => {
  const databaseUrl = "postgresql://shop@db.example/store?sslmode=verify-full&sslrootcert=/nowhere/ca.pem";
  const error = failure("ENOENT: no such file or directory, open '/nowhere/ca.pem'", {
    code: "ENOENT",
    path: "/nowhere/ca.pem",
  });
  expect(explainStartupError(error, { ...place, databaseUrl })).toMatch(
    /^The database of DATABASE_URL cannot be used: ENOENT.*\nsslrootcert/,
  );
});

test("shows an unexpected error with its stack", () => {
  const bug = new TypeError("undefined is not a function");
  expect(explainStartupError(bug)).toBe(bug);
  const broken = Object.assign(new pg.DatabaseError("syntax error", 1, "error"), { code: "42601" });
  expect(explainStartupError(broken)).toBe(broken);
});
