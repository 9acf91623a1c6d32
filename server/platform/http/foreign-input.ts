import type { OwnHost } from "./hosts.ts";

/** The fields of visitors' input that identify something of a creator. A field has the same name in all routes. */
export const IDENTIFYING = {
  checkoutToken: "checkout",
  /** In the query of the page after paying. */
  checkout: "checkout",
  orderToken: "order",
  order: "order",
  gift: "gift",
  downloadToken: "download",
  signup: "signup",
  /** Of the page of an email to the audience. */
  key: "letter",
  tileId: "tile",
  productId: "product",
  creatorId: "creator",
} as const;
type Kind = (typeof IDENTIFYING)[keyof typeof IDENTIFYING];

/** Functions that return the creator of what a token or an id identifies, or undefined. */
export type OwnerFinders = Readonly<Record<Kind, (value: string) => Promise<number | undefined>>>;

/** Replaces a value that does not identify anything of this creator. No token is "0", and ids begin with 1. */
const NOTHING = "0";

/**
 * Returns the input of a request on an own domain without values of other creators. Each is replaced by one that
 * identifies nothing, so the response is that to an unknown value, and no handler needs to know the host.
 */
export async function withoutForeign<T>(
  input: T,
  own: Pick<OwnHost, "creatorId">,
  owners: OwnerFinders,
): Promise<T> {
  if (typeof input !== "object" || input === null) return input;
  const fields = Object.entries(input).map(async ([name, value]) => {
    if (!isIdentifying(name) || (typeof value !== "string" && typeof value !== "number") || value === "")
      return [name, value];
    const isOwn = (await owners[IDENTIFYING[name]](String(value))) === own.creatorId;
    return [name, isOwn ? value : typeof value === "number" ? Number(NOTHING) : NOTHING];
  });
  return Object.fromEntries(await Promise.all(fields)) as T;
}

export const isIdentifying = (name: string): name is keyof typeof IDENTIFYING =>
  Object.hasOwn(IDENTIFYING, name);
