import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { BuyerOrder } from "../../contract/buyer-orders.ts";
import type { MailModel } from "../../contract/mails.ts";
import type { Product } from "../../contract/products.ts";
import type { Tile } from "../../contract/tiles.ts";
import type { TestApp } from "./harness.ts";

export type Person = Awaited<ReturnType<TestApp["signUp"]>>;
type Given = Record<string, unknown>;

/** A link tile of a creator, or whatever `given` makes of it. */
export async function addTile(person: Person, given: Given = {}): Promise<Tile> {
  const tile = { type: "link", title: "My shop", url: "https://shop.example/", ...given };
  const response = await person.call("POST", "/api/tiles", tile);
  if (response.status !== 201) throw new Error(`no tile: ${response.text}`);
  return response.body.tile;
}

/** A product of a creator; physical, so that it needs no file. */
export async function addProduct(person: Person, given: Given = {}): Promise<Product> {
  const product = { name: "Bowl", priceCents: 2500, type: "physical", ...given };
  const response = await person.call("POST", "/api/products", product);
  if (response.status !== 201) throw new Error(`no product: ${response.text}`);
  return response.body.product;
}

/** The path of a private file that a creator has uploaded. */
export async function addFile(site: TestApp, person: Person, content: Buffer | string): Promise<string> {
  const source = Readable.from([Buffer.from(content)]);
  const creatorId = person.creator.id;
  return (await site.files.storeUpload({ creatorId, purpose: "digital", name: "notes.pdf", source })).path;
}

/** A tile that sells a file. */
export async function offerFile(site: TestApp, person: Person, content: Buffer | string = "The notes.") {
  const path = await addFile(site, person, content);
  const product = await addProduct(person, { name: "Notes", type: "digital", digitalFilePath: path });
  const tile = await addTile(person, { type: "product", title: "My notes", productId: product.id });
  return { path, product, tile };
}

/** The token of a new checkout of what a tile sells. */
export async function startCheckout(site: TestApp, tileId: number): Promise<string> {
  const response = await site.call("POST", "/api/public/checkout", { tileId });
  if (response.status !== 201) throw new Error(`no checkout: ${response.text}`);
  return response.body.mockCheckoutUrl.replace("/checkout/mock/", "");
}

/** Buys the product of a tile, as a visitor. */
export async function buy(site: TestApp, tileId: number) {
  const checkoutToken = await startCheckout(site, tileId);
  const response = await site.call("POST", `/api/public/checkout/${checkoutToken}/pay`, {
    email: "buyer@example.org",
  });
  if (response.status !== 200) throw new Error(`not paid: ${response.text}`);
  const returned = new URLSearchParams(response.body.returnUrl.split("?")[1]);
  const [row] = await site.query("select id, seed from orders where checkout_token_hash = $1", [
    site.tokens.hash(checkoutToken),
  ]);
  return {
    checkoutToken,
    returned,
    id: Number(row.id),
    orderToken: site.tokens.order(row.seed),
    downloadToken: returned.get("downloadToken") ?? "",
  };
}

/** A postal address as a buyer enters it. */
export const ADDRESS = {
  name: "Bea Buyer",
  line1: "1 High Street",
  postalCode: "10115",
  city: "Berlin",
  country: "DE",
};

/** Gets what a tile offers for nothing, as a visitor. */
export async function payFree(site: TestApp, tileId: number, more: object = {}) {
  const started = await site.call("POST", "/api/public/checkout", { tileId });
  const token = started.body.mockCheckoutUrl.replace("/checkout/pay/", "");
  const response = await site.call("POST", `/api/public/checkout/${token}/pay`, {
    email: "buyer@example.org",
    totalCents: 0,
    ...more,
  });
  if (response.status !== 200) throw new Error(`not paid: ${response.text}`);
  return { token, returnUrl: String(response.body.returnUrl) };
}

/** Returns a buyer's order as its page receives it. */
export async function readOrder(site: TestApp, orderToken: string): Promise<BuyerOrder> {
  return (await site.call("GET", `/api/public/orders/${orderToken}`)).body.order;
}

/** Deletes a product in a transaction of its own, which ends once all that `meanwhile` does waits for it. */
export async function deleteDuring<T>(site: TestApp, productId: number, meanwhile: () => Promise<T>[]) {
  const other = await site.db.$client.connect();
  try {
    await other.query("begin");
    await other.query("delete from products where id = $1", [productId]);
    const responses = meanwhile();
    const waiting =
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while ((await site.query(waiting)).length < responses.length) await setTimeout(10);
    await other.query("commit");
    return await Promise.all(responses);
  } finally {
    other.release();
  }
}

/** What a server-rendered page was drawn from. */
export const modelOf = (html: string) => pageDataOf(html).model;

function pageDataOf(html: string) {
  const json = /<script type="application\/json" id="model">(.*?)<\/script>/s.exec(html)?.[1];
  if (json === undefined) throw new Error(`no model in ${html.slice(0, 200)}`);
  return JSON.parse(json);
}

/** The mails of one kind that somebody was sent, the newest last. */
export async function mailsTo(site: TestApp, to: string, mail?: MailModel["mail"]) {
  const mails = await site.sentMails();
  return mails.filter((sent) => sent.to === to && (mail === undefined || sent.subject === mail));
}

/** Where the button of the newest mail of a kind leads, and the token in it. */
export async function mailedLink(site: TestApp, to: string, mail: MailModel["mail"]) {
  const link = new URL((await mailsTo(site, to, mail)).at(-1)?.mainLink ?? "missing:");
  return { href: link.href, path: link.pathname + link.search, token: link.searchParams.get("token") ?? "" };
}

/** Asks for a reset mail, and gives the token of its link. */
export async function askForReset(site: TestApp, email: string): Promise<string> {
  const response = await site.call("POST", "/api/auth/forgot-password", { email });
  if (response.status !== 204) throw new Error(`no reset: ${response.text}`);
  return (await mailedLink(site, email, "reset-password")).token;
}

/** Marks the email of a creator as verified: only then orders are emailed. */
export async function verifyEmail(site: TestApp, person: Person): Promise<void> {
  await site.query("update users set email_verified_at = now() where id = $1", [person.creator.user_id]);
}

/** A new creator whose email is verified. */
export async function signUpVerified(
  site: TestApp,
  given: Parameters<TestApp["signUp"]>[0] = {},
): Promise<Person> {
  const person = await site.signUp(given);
  await verifyEmail(site, person);
  return person;
}

/** A new creator who is an administrator. */
export async function signUpAdmin(site: TestApp): Promise<Person> {
  const person = await site.signUp();
  await site.query("update users set is_admin = true where id = $1", [person.creator.user_id]);
  return person;
}
