import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Product } from "../../contract/api/products.ts";
import type { Tile } from "../../contract/api/tiles.ts";
import { RETURN_POLLS } from "../../contract/rules/limits.ts";
import { ADDRESS } from "./factories.ts";
import { HttpClient } from "./http-client.ts";
import type { PaymentDouble } from "./payment-doubles.ts";
import { prepareNodes } from "./two-nodes.ts";

/** How long a buyer or a provider repeats a request without a response, or with 503. */
const REPEAT_MS = 60_000;
const CODE = "CUPS15";
const STOCK = 1_000;

type Offer = { product: object; choice?: object; paid: Paid };
type Paid = {
  amountCents: number;
  feeCents: number;
  discountCents: number;
  shippingCents: number;
};

/** The products, the buyers' choices, and the prices. The fee is 5 % of goods and tips, rounded half up. */
const OFFERS = {
  notes: {
    product: { name: "Notes", type: "digital", priceCents: 1_250 },
    paid: { amountCents: 1_250, feeCents: 63, discountCents: 0, shippingCents: 0 },
  },
  bowl: {
    product: { name: "Bowl", type: "physical", priceCents: 1_999, shippingCents: 450, stock: STOCK },
    choice: { code: CODE, address: ADDRESS },
    // 15 % of 19.99 is 3.00, and 5 % of 16.99 is 0.85. Shipping has no fee.
    paid: { amountCents: 2_149, feeCents: 85, discountCents: 300, shippingCents: 450 },
  },
  tip: {
    product: { name: "Coffee", type: "tip", priceCents: 300 },
    choice: { amountCents: 777 },
    paid: { amountCents: 777, feeCents: 39, discountCents: 0, shippingCents: 0 },
  },
  set: {
    product: { name: "Notes and bowl", type: "bundle", priceCents: 2_500 },
    choice: { address: ADDRESS },
    paid: { amountCents: 2_950, feeCents: 125, discountCents: 0, shippingCents: 450 },
  },
} satisfies Record<string, Offer>;
export type OfferName = keyof typeof OFFERS;
export const OFFER_NAMES = Object.keys(OFFERS) as OfferName[];
export const paidFor = (offer: OfferName): Paid => OFFERS[offer].paid;

/** A purchase whose buyer has reached the provider's page. */
export type Purchase = { offer: OfferName; email: string; token: string; id: string };

type Nodes = Awaited<ReturnType<typeof prepareNodes>>;

/**
 * A page with buyers, on two nodes with one database and one folder. Its creator sells on a connected
 * account.
 */
export class TwoNodeShop {
  readonly nodes: Nodes["nodes"];
  readonly creator: HttpClient;
  readonly file = randomBytes(100_000);
  readonly code = CODE;
  readonly stock = STOCK;
  readonly db: pg.Client;
  readonly folder: string;
  readonly #removeNodes: Nodes["remove"];
  readonly #double: PaymentDouble;
  readonly #tiles = new Map<OfferName, number>();

  private constructor(databaseUrl: string, { nodes, folder, remove }: Nodes, double: PaymentDouble) {
    this.nodes = nodes;
    this.folder = folder;
    this.#removeNodes = remove;
    this.#double = double;
    this.db = new pg.Client({ connectionString: databaseUrl });
    this.creator = new HttpClient(this.publicUrl);
  }

  static async open(databaseUrl: string, double: PaymentDouble): Promise<TwoNodeShop> {
    const shop = new TwoNodeShop(databaseUrl, await prepareNodes(databaseUrl, double.variables), double);
    await Promise.all(shop.nodes.map((node) => node.start()));
    await shop.db.connect();
    await shop.#fill();
    return shop;
  }

  get publicUrl(): string {
    return this.nodes[0].url;
  }

  /** Registers the creator, connects the account and offers all products. */
  async #fill(): Promise<void> {
    const { creator } = this;
    await creator.register("mara", "Mara");
    await this.db.query("update users set email_verified_at = now()");
    await this.#double.connect(creator);
    await creator.postForJson("/api/seller", {
      ...{ legalName: "Mara Maas", address: "Hauptstraße 1, 10115 Berlin", country: "DE" },
      ...{ email: "shop@mara.example", isTrader: true },
    });
    const form = new FormData();
    form.append("file", new Blob([this.file]), "notes.bin");
    const { path } = await creator.postForJson<{ path: string }>("/api/files/upload?purpose=digital", form);
    await creator.postForJson("/api/discounts", { code: CODE, percentOff: 15, active: true });
    const ids: number[] = [];
    for (const name of OFFER_NAMES) {
      const { product: offered } = OFFERS[name];
      const { product } = await creator.postForJson<{ product: Product }>("/api/products", {
        ...offered,
        ...(offered.type === "digital" && { digitalFilePath: path }),
        // Notes and bowl are offered before their bundle.
        ...(offered.type === "bundle" && { bundleItems: ids.slice(0, 2) }),
      });
      ids.push(product.id);
      const { tile } = await creator.postForJson<{ tile: Tile }>("/api/tiles", {
        ...{ type: name === "tip" ? "tip" : "product", title: offered.name, productId: product.id },
      });
      this.#tiles.set(name, tile.id);
    }
  }

  /** Sends a request to one node. Alternates between the nodes until one responds. */
  async send(path: string, init: RequestInit, at: number): Promise<Response> {
    const until = Date.now() + REPEAT_MS;
    for (let attempt = at; ; attempt++) {
      const url = new URL(path, this.nodes[attempt % 2 === 0 ? 0 : 1].url);
      const response = await fetch(url, { redirect: "manual", ...init }).catch(() => undefined);
      if (response && response.status < 500) return response;
      const seen = response ? `${response.status} ${await response.text()}` : "no response";
      if (Date.now() > until) throw new Error(`${path}: ${seen}`);
      await delay(100);
    }
  }

  /** Starts a purchase in a browser with or without scripts, up to the provider's page. */
  async buy(offer: OfferName, at: number, { scripts }: { scripts: boolean }): Promise<Purchase> {
    const email = `${offer}-${randomBytes(6).toString("hex")}@example.org`;
    const { token, page } = scripts
      ? await this.#buyWithScripts(offer, email, at)
      : await this.#buyByForms(offer, email, at);
    const id = page.startsWith(this.#double.pages) ? page.slice(this.#double.pages.length) : "";
    if (!/^[\w-]+$/.test(id)) throw new Error(`not the provider's page: ${page}`);
    return { offer, email, token, id };
  }

  async #buyWithScripts(offer: OfferName, email: string, at: number) {
    const post = async <Body>(path: string, body: object, node: number) => {
      const headers = { "content-type": "application/json" };
      const response = await this.send(path, { method: "POST", headers, body: JSON.stringify(body) }, node);
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
      return (await response.json()) as Body;
    };
    const path = "/api/public/checkout";
    const started = await post<{ mockCheckoutUrl: string }>(path, { tileId: this.#tiles.get(offer) }, at);
    const token = started.mockCheckoutUrl.replace("/checkout/pay/", "");
    const { choice, paid } = OFFERS[offer] as Offer;
    const body = { email, consent: true, totalCents: paid.amountCents, ...choice };
    // A double click whose second request reaches the other node.
    const pay = (node: number) => post<{ returnUrl: string }>(`${path}/${token}/pay`, body, node);
    const [first, second] = await Promise.all([pay(at), pay(at + 1)]);
    if (first.returnUrl !== second.returnUrl)
      throw new Error(`two payments for a double click: ${first.returnUrl} ${second.returnUrl}`);
    return { token, page: first.returnUrl };
  }

  async #buyByForms(offer: OfferName, email: string, at: number) {
    const post = (path: string, fields: Record<string, string>) =>
      this.send(
        path,
        { method: "POST", headers: { origin: this.publicUrl }, body: new URLSearchParams(fields) },
        at,
      );
    const started = await post("/checkout/start", { tileId: String(this.#tiles.get(offer)) });
    const path = started.headers.get("location") ?? "";
    const { choice = {}, paid } = OFFERS[offer] as Offer;
    const { address, amountCents, ...more } = choice as { address?: object; amountCents?: number };
    const sent = await post(path, {
      ...{ action: "pay", email, consent: "on", totalCents: String(paid.amountCents) },
      ...address,
      ...more,
      ...(amountCents !== undefined && { choice: "own", amount: (amountCents / 100).toFixed(2) }),
    });
    const html = await sent.text();
    const start = html.indexOf(this.#double.pages);
    if (start < 0) throw new Error(`${path}: ${sent.status} ${sent.headers.get("location")} ${html}`);
    return { token: path.replace("/checkout/pay/", ""), page: /^[^"&<]+/.exec(html.slice(start))?.[0] ?? "" };
  }

  /** Cancels a purchase on its page, which first closes the payment at the provider. */
  async cancel({ token }: Purchase, at: number): Promise<void> {
    await this.send(`/api/public/checkout/${token}/cancel`, { method: "POST" }, at);
  }

  /** Follows the provider's redirect back to the site. Returns the final URL. */
  async comeBack({ token }: Purchase, at: number): Promise<URL> {
    const response = await this.send(`/checkout/pay/${token}/return`, {}, at);
    return new URL(response.headers.get("location") ?? "", this.publicUrl);
  }

  /** Waits on the return page, which reloads itself for a minute. */
  async waitForPayment(purchase: Purchase, at: number): Promise<void> {
    for (let look = 0; look < RETURN_POLLS; look++) {
      const back = await this.comeBack(purchase, at);
      if (back.searchParams.get("status") !== "pending") return;
      await delay(1_000);
    }
  }

  /** Sends a notification as the provider does, until it is accepted. */
  async notify({ id }: Purchase, at: number, times = 1): Promise<void> {
    const { path, body, headers } = this.#double.noticeOf(id);
    const send = async (_: unknown, number: number) => {
      const { status } = await this.send(path, { method: "POST", headers: headers(), body }, at + number);
      if (status !== 200) throw new Error(`${path}: ${status}`);
    };
    await Promise.all(Array.from({ length: times }, send));
  }

  async read<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.db.query<Row>(text, values)).rows;
  }

  async remove(): Promise<void> {
    await this.db.end();
    await this.#removeNodes();
  }
}
