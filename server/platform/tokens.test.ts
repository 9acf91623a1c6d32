import { expect, test } from "vitest";
import { createTokenDeriver, hashToken, randomToken } from "./tokens.ts";

test("a random token has 256 bits and is unique", () => {
  expect(Buffer.from(randomToken(), "base64url")).toHaveLength(32);
  expect(randomToken()).not.toBe(randomToken());
});

test("the stored hash of a token does not contain it", () => {
  const token = randomToken();
  expect(hashToken(token)).toHaveLength(32);
  expect(hashToken(token).equals(Buffer.from(token, "base64url"))).toBe(false);
});

test("a derived token is reproduced only from the same secret, purpose and parts", () => {
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
