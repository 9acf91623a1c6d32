import { eq, sql } from "drizzle-orm";
import { paths } from "../../../../contract/rules/paths.ts";
import { first } from "../../../platform/database/index.ts";
import { creators, visibleBranding } from "../../creators/index.ts";
import { products } from "../../products/index.ts";
import type { OrderDeps } from "../deps.ts";
import { newsToken, readNewsToken } from "./news-token.ts";

/** Returns the product of a token that ends its news, with its creator's branding, or undefined if the token is invalid. */
export async function findNewsOf({ db, tokens, publicUrl }: OrderDeps, token: string) {
  const found = readNewsToken(tokens, token);
  if (!found) return undefined;
  const row = await db
    .select({ name: products.name, creator: creators })
    .from(products)
    .innerJoin(creators, eq(creators.id, products.creatorId))
    .where(eq(products.id, found.productId))
    .then(first);
  return (
    row && {
      product: row.name,
      ...visibleBranding(row.creator, publicUrl),
      pageLanguage: row.creator.language,
    }
  );
}

/** Ends the news of a product for the email of a token, and nothing else. Returns false if the token is invalid. */
export async function endNewsOf({ db, tokens }: OrderDeps, token: string): Promise<boolean> {
  const found = readNewsToken(tokens, token);
  if (!found) return false;
  const { productId, emailHash } = found;
  await db.execute(sql`insert into product_news_ends (product_id, email_hash)
    select id, ${emailHash} from products where id = ${productId} for key share on conflict do nothing`);
  return true;
}

/** Returns the path of the page that ends the news, from the seed of an email's link. */
export function newsPath({ tokens }: Pick<OrderDeps, "tokens">, seed: string): string {
  const [productId, hash = ""] = seed.split(" ");
  const news = { productId: Number(productId), emailHash: Buffer.from(hash, "base64url") };
  return paths.unsubscribe(newsToken(tokens, news));
}
