import { timingSafeEqual } from "node:crypto";
import type { OrderTokens } from "../access/tokens.ts";

const PREFIX = "product";

type News = { productId: number; emailHash: Buffer };

/** Returns the token that ends the news of a product for an email. Nothing is stored, so the link never expires. */
export function newsToken(tokens: OrderTokens, { productId, emailHash }: News): string {
  const name = emailHash.toString("base64url");
  return [PREFIX, productId, name, tokens.productNews(productId, name)].join(".");
}

/** Returns the product and the email's hash of a token, or undefined if it is invalid. */
export function readNewsToken(tokens: OrderTokens, token: string): News | undefined {
  const [prefix, id = "", name = "", signature = "", ...more] = token.split(".");
  if (prefix !== PREFIX || more.length > 0 || !/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const productId = Number(id);
  const expected = Buffer.from(tokens.productNews(productId, name));
  const actual = Buffer.from(signature);
  if (expected.length !== actual.length || !timingSafeEqual(expected, actual)) return undefined;
  return { productId, emailHash: Buffer.from(name, "base64url") };
}
