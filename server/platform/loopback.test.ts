import { expect, test } from "vitest";
import { isLoopback } from "./loopback.ts";

test.each([
  "http://localhost:3000",
  "https://LOCALHOST",
  "http://127.0.0.1:8080",
  "http://127.1.2.3",
  "http://[::1]:3000",
  "http://2130706433",
])("returns true for %s, which only this machine reaches", (url) =>
  expect(isLoopback(new URL(url).hostname)).toBe(true),
);

test.each([
  "https://tessera.example",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example",
  "http://127.evil.example",
  "http://my-localhost",
  "http://192.168.0.2:3000",
  "http://[::2]",
  "http://[::ffff:192.168.0.2]",
  "http://0.0.0.0:3000",
])("returns false for %s, which other machines may reach", (url) =>
  expect(isLoopback(new URL(url).hostname)).toBe(false),
);
