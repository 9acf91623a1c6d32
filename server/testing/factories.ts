import { Readable } from "node:stream";
import { expect } from "vitest";
import type { BuyerOrder } from "../../contract/api/buyer-orders.ts";
import type { Product } from "../../contract/api/products.ts";
import type { Tile } from "../../contract/api/tiles.ts";
import type { MailModel } from "../../contract/mails/mails.ts";
import { PUBLIC_URL, type TestApp } from "./harness.ts";
import type { GivenUser, Method } from "./requests.ts";

export type TestUser = Awaited<ReturnType<TestApp["signUp"]>>;
type Given = Record<string, unknown>;

/** Adds a tile of a creator, by default a link. */
export async function addTile(user: TestUser, given: Given = {}): Promise<Tile> {
  const tile = { type: "link", title: "My shop", url: "https://shop.example/", ...given };
  const response = await user.call("POST", "/api/tiles", tile);
  if (response.status !== 201) throw new Error(`no tile: ${response.text}`);
  return response.body.tile;
}

/** Adds a product of a creator, by default a physical one, which needs no file. */
export async function addProduct(user: TestUser, given: Given = {}): Promise<Product> {
  const product = { name: "Bowl", priceCents: 2500, type: "physical", ...given };
  const response = await user.call("POST", "/api/products", product);
  if (response.status !== 201) throw new Error(`no product: ${response.text}`);
  return response.body.product;
}

/** Adds a product of a creator, and a tile with the same name that sells it. */
export async function offer(user: TestUser, given: Given = {}, tileGiven: Given = {}) {
  const product = await addProduct(user, given);
  const tile = await addTile(user, {
    type: "product",
    title: product.name,
    productId: product.id,
    ...tileGiven,
  });
  return { product, tile };
}

/** Uploads a private file as a creator. Returns its path. */
export async function addFile(site: TestApp, user: TestUser, content: Buffer | string): Promise<string> {
  const source = Readable.from([Buffer.from(content)]);
  const creatorId = user.creator.id;
  return (await site.files.storeUpload({ creatorId, purpose: "digital", name: "notes.pdf", source })).path;
}

/** Stores a creator's public picture, with generated content. */
export const addPicture = (site: TestApp, { creator }: TestUser, name: string) =>
  site.files.storeTrustedSvg({
    creatorId: creator.id,
    name,
    svg: Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>',
    ),
  });

/** Adds a tile that sells a file. */
export async function offerFile(site: TestApp, user: TestUser, content: Buffer | string = "The notes.") {
  const path = await addFile(site, user, content);
  const sold = { name: "Notes", type: "digital", digitalFilePath: path };
  return { path, ...(await offer(user, sold, { title: "My notes" })) };
}

/** Starts a checkout of a tile's product. Returns its token. */
export async function startCheckout(site: TestApp, tileId: number): Promise<string> {
  const response = await site.call("POST", "/api/public/checkout", { tileId });
  if (response.status !== 201) throw new Error(`no checkout: ${response.text}`);
  return response.body.mockCheckoutUrl.replace("/checkout/mock/", "");
}

/** Buys the product of a tile as a visitor. */
export async function buy(site: TestApp, tileId: number, email = "buyer@example.org") {
  const checkoutToken = await startCheckout(site, tileId);
  const response = await site.call("POST", `/api/public/checkout/${checkoutToken}/pay`, {
    email,
  });
  if (response.status !== 200) throw new Error(`not paid: ${response.text}`);
  const returned = new URLSearchParams(response.body.returnUrl.split("?")[1]);
  const [row] = await site.sql`select id, seed from orders
    where checkout_token_hash = ${site.tokens.hash(checkoutToken)}`;
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

/** Orders the free product of a tile as a visitor. */
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

export const FORM = { "content-type": "application/x-www-form-urlencoded", origin: PUBLIC_URL };

/** Submits a form as a browser without scripts does on a page of the site. */
export const submitForm = (
  sender: Pick<TestApp, "call">,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = FORM,
) => sender.call("POST", path, new URLSearchParams(fields).toString(), headers);

/** The expected response to a rejected request, optionally with the text of its error. */
export const rejection = (status: number, code: string, error?: unknown) => ({
  status,
  body: error === undefined ? { code } : { code, error },
});

/** The expected response to input with one rejected field. */
export const fieldRejection = (field: string, error: unknown, code = "invalid_input") => ({
  status: 400,
  body: { error, code, details: { fieldErrors: { [field]: [error] }, formErrors: [] } },
});

/** The expected body of an input error, with the ids and texts of its fields. The first text is also the error of the body. */
export function inputErrors(fields: Record<string, readonly [string, string]>, code = "invalid_input") {
  const pick = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(fields).map(([name, each]) => [name, [each[at]]]));
  const error = Object.values(fields)[0]?.[1];
  const details = { fieldErrors: pick(1), formErrors: [], fieldCodes: pick(0), formCodes: [] };
  return { error, code, details };
}

/** A creator as shown to themselves just after registration, apart from email, handle and name. */
export const NEW_CREATOR = {
  id: expect.any(Number),
  user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  email_verified_at: null,
  is_admin: false,
  bio: null,
  avatar_url: null,
  deletion_at: null,
  reclaimed_at: null,
  suspension: null,
  plan: "free",
  stripe_subscription_active: false,
  stripe_account_id: null,
  payment_provider: "none",
  payment_account_id: null,
  tips_enabled: false,
  socials: [],
  time_zone: "UTC",
  language: "en",
};

/** Returns a buyer's order as its page receives it. */
export async function readOrder(site: TestApp, orderToken: string): Promise<BuyerOrder> {
  return (await site.call("GET", `/api/public/orders/${orderToken}`)).body.order;
}

/** Returns the model of a server-rendered page. */
export const modelOf = (html: string) => pageDataOf(html).model;

function pageDataOf(html: string) {
  const json = /<script type="application\/json" id="model">(.*?)<\/script>/s.exec(html)?.[1];
  if (json === undefined) throw new Error(`no model in ${html.slice(0, 200)}`);
  return JSON.parse(json);
}

/** Returns the emails to a recipient, oldest first. */
export async function mailsTo(site: TestApp, to: string, mail?: MailModel["mail"]) {
  const mails = await site.sentMails();
  return mails.filter((sent) => sent.to === to && (mail === undefined || sent.subject === mail));
}

/** Returns the main link of a recipient's newest email of a kind, and the token in it. */
export async function mailedLink(site: TestApp, to: string, mail: MailModel["mail"]) {
  const link = new URL((await mailsTo(site, to, mail)).at(-1)?.mainLink ?? "missing:");
  return { href: link.href, path: link.pathname + link.search, token: link.searchParams.get("token") ?? "" };
}

/** Requests a reset email and returns the token of its link. */
export async function askForReset(site: TestApp, email: string): Promise<string> {
  const response = await site.call("POST", "/api/auth/forgot-password", { email });
  if (response.status !== 204) throw new Error(`no reset: ${response.text}`);
  return (await mailedLink(site, email, "reset-password")).token;
}

/** Marks the email of a creator as verified and theirs, as the link does in their browser. */
export async function verifyEmail(site: TestApp, user: TestUser): Promise<void> {
  await site.sql`update users set email_verified_at = now(), email_proven_at = now() where id = ${user.creator.user_id}`;
}

/** Gives a creator the Creator plan, without a subscription. */
export const upgrade = (site: TestApp, { creator }: TestUser) =>
  site.sql`update creators set plan = 'creator' where id = ${creator.id}`;

export type UserKind = GivenUser & { verified?: true; admin?: true; plan?: "creator" };

/** Registers a creator, optionally with a verified email, as an administrator or on a paid plan. */
export async function signUpAs(site: TestApp, { verified, admin, plan, ...given }: UserKind) {
  const user = await site.signUp(given);
  if (verified) await verifyEmail(site, user);
  if (admin) await site.sql`update users set is_admin = true where id = ${user.creator.user_id}`;
  if (plan) await upgrade(site, user);
  return user;
}

export const signUpVerified = (site: TestApp, given: GivenUser = {}) =>
  signUpAs(site, { ...given, verified: true });
export const signUpAdmin = (site: TestApp) => signUpAs(site, { admin: true });

/** Makes a user's last authentication too old for sensitive actions. */
export const ageProof = (site: TestApp, { creator }: TestUser) =>
  site.sql`update sessions set confirmed_at = now() - interval '10 minutes 1 second' where user_id = ${creator.user_id}`;

/** Signs a user in again, as in another browser. Returns a function for its requests. */
export async function signInAgain(site: TestApp, user: TestUser, headers: Record<string, string> = {}) {
  const { email, password } = user;
  const response = await site.call("POST", "/api/auth/login", { email, password }, headers);
  if (response.status !== 200) throw new Error(`not signed in: ${response.text}`);
  const cookie = `${response.cookies[0]?.name}=${response.cookies[0]?.value}`;
  return {
    cookie,
    call: (method: Method, path: string, payload?: unknown) =>
      site.call(method, path, payload, { cookie, ...headers }),
  };
}
