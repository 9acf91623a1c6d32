import { expect, test } from "vitest";
import { createTokenDeriver, hashToken, randomToken } from "./tokens.ts";

test("creates unique tokens of 256 bits", () => {
  expect(Buffer.from(randomToken(), "base64url")).toHaveLength(32);
  expect(randomToken()).not.toBe(randomToken());
});

test("hashes a token without containing it", () => {
  const token = randomToken();
  expect(hashToken(token)).toHaveLength(32);
  expect(hashToken(token).equals(Buffer.from(token, "base64url"))).toBe(false);
});

test("derives the same token only from the same secret, purpose and parts", () => {
  const derive = createTokenDeriver("one secret of this installation");
  const token = derive("order", "seed", 1);
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(derive("order", "seed", 1)).toBe(token);
  const others = [
    derive("order", "seed", 2),
    derive("order", "seed", "1"),
    derive("order", "seed1"),
    derive("download", "seed", 1),
    createTokenDeriver("another secret")("order", "seed", 1),
  ];
  expect(new Set([token, ...others]).size).toBe(6);
});
