import { pino } from "pino";
import { expect, test } from "vitest";
import { createProxyCheck, warnOfPublicUrl } from "./proxy-warnings.ts";

function openLog() {
  const messages: string[] = [];
  const log = pino({}, { write: (line: string) => void messages.push(JSON.parse(line).msg) });
  return { log, messages };
}

const from = (remoteAddress: string) => ({
  headers: { "x-forwarded-for": "198.51.100.7" },
  socket: { remoteAddress },
});

test("reports a proxy that TRUST_PROXY does not name once, with the value to set", () => {
  const { log, messages } = openLog();
  const check = createProxyCheck({ log, trustProxy: undefined });
  check({ headers: {}, socket: { remoteAddress: "127.0.0.1" } });
  check(from("198.51.100.7"));
  expect(messages).toEqual([]);
  check(from("::ffff:127.0.0.1"));
  check(from("10.0.0.2"));
  expect(messages).toEqual([
    expect.stringMatching(/TRUST_PROXY does not name it.*set TRUST_PROXY=127\.0\.0\.1$/),
  ]);
});

test("does not report a proxy that TRUST_PROXY names", () => {
  const { log, messages } = openLog();
  createProxyCheck({ log, trustProxy: ["10.0.0.0/8"] })(from("10.0.0.2"));
  expect(messages).toEqual([]);
});

test("reports a rejected form of this installation once, with the value to set", () => {
  const { log, messages } = openLog();
  const warn = (headers: Record<string, string>) =>
    warnOfPublicUrl({ headers, log }, "http://localhost:3999");
  warn({ origin: "https://evil.example", host: "tessera.example", "sec-fetch-site": "cross-site" });
  warn({ origin: "null" });
  expect(messages).toEqual([]);
  warn({ origin: "https://tessera.example", host: "tessera.example" });
  warn({ origin: "https://tessera.example", host: "tessera.example" });
  expect(messages).toEqual([
    "a form sent from https://tessera.example was rejected because PUBLIC_URL is http://localhost:3999. If https://tessera.example is this installation, set PUBLIC_URL=https://tessera.example",
  ]);
});
