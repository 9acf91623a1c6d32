import { expect, test } from "vitest";
import { assertServerVersion } from "./migrate.ts";

test.each(["15.0", "15.18 (Debian 15.18-0+deb12u1)", "18.1", "19beta1"])(
  "supports PostgreSQL %s",
  (version) => {
    expect(() => assertServerVersion(version)).not.toThrow();
  },
);

test.each(["9.6.24", "14.20 (Ubuntu 14.20-0ubuntu0.22.04.1)"])(
  "rejects PostgreSQL %s as too old",
  (version) => {
    expect(() => assertServerVersion(version)).toThrow(
      `Tessera needs PostgreSQL 15 or newer; this server is ${version}.`,
    );
  },
);
