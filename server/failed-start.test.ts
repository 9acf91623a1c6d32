import pg from "pg";
import { expect, test } from "vitest";
import { ConfigError } from "./config.ts";
import { explainFailedStart } from "./failed-start.ts";

const failure = (message: string, more: object) => Object.assign(new Error(message), more);

test("what a person can mend is said in words alone", () => {
  expect(explainFailedStart(new ConfigError(["PORT must be at least 1"]))).toBe(
    "The configuration has a problem:\n  PORT must be at least 1",
  );
  expect(explainFailedStart(new Error("DATA_DIR is in use."))).toBe("DATA_DIR is in use.");
  const taken = failure("listen EADDRINUSE: 127.0.0.1:3000", { code: "EADDRINUSE", syscall: "listen" });
  expect(explainFailedStart(taken)).toBe(
    "listen EADDRINUSE: 127.0.0.1:3000\nAnother program listens there. End it, or choose another PORT.",
  );
});

test("a database that is not there, or not ours, is named as the one of DATABASE_URL", () => {
  const says = (code: string, message: string) =>
    Object.assign(new pg.DatabaseError(message, 1, "error"), { code });
  for (const error of [
    says("3D000", 'database "tessera" does not exist'),
    says("28P01", 'password authentication failed for user "tessera"'),
    failure("connect ECONNREFUSED 127.0.0.1:5432", { code: "ECONNREFUSED", syscall: "connect" }),
  ]) {
    expect(explainFailedStart(error)).toBe(
      `The database of DATABASE_URL cannot be used: ${(error as Error).message}`,
    );
  }
});

test("what nobody expected is shown in full", () => {
  const bug = new TypeError("undefined is not a function");
  expect(explainFailedStart(bug)).toBe(bug);
  const broken = Object.assign(new pg.DatabaseError("syntax error", 1, "error"), { code: "42601" });
  expect(explainFailedStart(broken)).toBe(broken);
});
