import type { Database } from "../platform/database/index.ts";
import type { OwnerFinders } from "../platform/http/foreign-input.ts";
import { creatorOfSignup } from "./audience/index.ts";
import { findEmailPage } from "./marketing/index.ts";
import { creatorOfLink, type Orders } from "./orders/index.ts";
import { findAnyProduct } from "./products/index.ts";
import { findAnyTile } from "./tiles/index.ts";

/** Creates the functions that find the creator of what visitors' input identifies. */
export function createOwnerFinders(db: Database, { tokens }: Pick<Orders, "tokens">): OwnerFinders {
  const ofLink = (kind: Parameters<typeof creatorOfLink>[1]["kind"]) => (token: string) =>
    creatorOfLink(db, { kind, tokenHash: tokens.hash(token) });
  const ofRow =
    (find: (db: Database, id: number) => Promise<{ creatorId: number } | undefined>) =>
    async (value: string) =>
      (await find(db, readId(value)))?.creatorId;
  return {
    checkout: ofLink("checkout"),
    order: ofLink("order"),
    gift: ofLink("gift"),
    download: ofLink("download"),
    signup: (token) => creatorOfSignup(db, token),
    letter: async (key) => (await findEmailPage(db, key))?.creatorId ?? undefined,
    tile: ofRow(findAnyTile),
    product: ofRow(findAnyProduct),
    creator: async (value) => readId(value),
  };
}

/** Returns an id as handlers of forms read it, or 0, which matches no row. */
function readId(value: string): number {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : 0;
}
