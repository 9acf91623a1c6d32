import { expect, test } from "vitest";
import { createLog } from "./index.ts";

/** Returns the complete log at the most detailed level. */
function written(line: object): string {
  const parts: string[] = [];
  createLog({ level: "trace", pretty: false }, { write: (part) => void parts.push(part) }).trace(
    line,
    "said",
  );
  return parts.join("");
}

test.for([
  { req: { headers: { cookie: "tessera_session=secret" } } },
  // The library that parses uploads logs its input.
  { busboyOptions: { headers: { cookie: "tessera_session=secret" }, limits: { files: 1 } } },
  { password: "secret" },
  { token: "secret" },
  { email: "secret@example.org" },
  { err: Object.assign(new Error("failed"), { params: ["secret"], query: "secret" }) },
])("logs no secret of %o", (line) => {
  expect(written(line)).toContain("said");
  expect(written(line)).not.toContain("secret");
});

test("logs a stack unless the cause of an error is outside the product", () => {
  const failing = (code: string) => written({ err: Object.assign(new Error("failed"), { code }) });
  for (const code of ["ECONNREFUSED", "ENOSPC", "57P01", "53300", "08006"])
    expect(failing(code)).not.toContain('"stack"');
  // Errors of the driver without a code.
  for (const message of ["Query read timeout", "Connection terminated unexpectedly", "timeout expired"])
    expect(written({ err: new Error("Failed query", { cause: new Error(message) }) })).not.toContain(
      '"stack"',
    );
  for (const code of ["42703", "ERR_INVALID_ARG_TYPE", "23505"]) expect(failing(code)).toContain('"stack"');
  expect(written({ err: new TypeError("undefined is not a function") })).toContain('"stack"');
});
