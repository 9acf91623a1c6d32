import { type APIRequest, type APIRequestContext, expect } from "@playwright/test";
import { CreatorAccount } from "./creator.ts";
import { randomFile, sha256 } from "./files.ts";

type Sale = { checkoutToken: string; returnUrl: string; digest: string };
/** What the server has answered to one person with success; what it never answered may or may not be there. */
type Entry = {
  account: CreatorAccount;
  api: APIRequestContext;
  products: string[];
  tiles: string[];
  sales: Sale[];
};

/** A client's own book of what was promised to it, to be compared with what the server has later. */
export class Ledger {
  readonly #entries: Entry[] = [];
  readonly #request: APIRequest;
  readonly #baseURL: string;

  constructor(request: APIRequest, baseURL: string) {
    this.#request = request;
    this.#baseURL = baseURL;
  }

  get sales(): Sale[] {
    return this.#entries.flatMap((entry) => entry.sales);
  }

  /** Signs people up, uploads, sells and pays without a pause, until the server answers no more. */
  async workUntilCut(): Promise<void> {
    const untilCut = async () => {
      for (;;) await this.#work();
    };
    await Promise.allSettled([untilCut(), untilCut(), untilCut()]);
  }

  async #work(): Promise<void> {
    const api = await this.#request.newContext({ baseURL: this.#baseURL });
    const account = await CreatorAccount.register(api);
    const entry: Entry = { account, api, products: [], tiles: [], sales: [] };
    this.#entries.push(entry);
    for (const name of ["First notes", "Second notes"]) {
      const file = randomFile(`${name}.bin`, 300_000);
      const digitalFilePath = await account.addFile(file);
      const product = await account.addProduct({ name, type: "digital", digitalFilePath });
      entry.products.push(name);
      const tile = await account.addTile({ type: "product", title: name, productId: product.id });
      entry.tiles.push(name);
      entry.sales.push({ ...(await this.#buy(api, tile.id)), digest: sha256(file.buffer) });
    }
  }

  async #buy(api: APIRequestContext, tileId: number): Promise<Omit<Sale, "digest">> {
    const started = await api.post("/api/public/checkout", { data: { tileId } });
    expect(started.status()).toBe(201);
    const checkoutToken = (await started.json()).mockCheckoutUrl.split("/").at(-1);
    const paid = await api.post(`/api/public/checkout/${checkoutToken}/pay`, { data: {} });
    expect(paid.status()).toBe(200);
    return { checkoutToken, returnUrl: (await paid.json()).returnUrl };
  }

  /** Everything that was promised is there, once, and whole. */
  async expectKept(): Promise<void> {
    for (const { account, api, products, tiles, sales } of this.#entries) {
      const me = await api.get("/api/creators/me");
      expect(me.status(), "the session is still good").toBe(200);
      const has = await (await api.get("/api/products")).json();
      expect(has.products.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(products),
      );
      const shows = await (await api.get(`/api/public/creator/${account.person.handle}`)).json();
      expect(shows.tiles.map(({ title }: { title: string }) => title)).toEqual(expect.arrayContaining(tiles));
      for (const sale of sales) await this.#expectSold(api, sale);
      const { summary } = await account.summary();
      const purchases = summary.find(({ event }) => event === "purchase")?.count ?? 0;
      // At most the one sale whose answer was cut off may be there besides.
      expect([sales.length, sales.length + 1]).toContain(purchases);
    }
  }

  async #expectSold(api: APIRequestContext, { checkoutToken, returnUrl, digest }: Sale): Promise<void> {
    const shown = await (await api.get(`/api/public/checkout/${checkoutToken}`)).json();
    expect(shown.order.status).toBe("paid");
    const again = await api.post(`/api/public/checkout/${checkoutToken}/pay`, { data: {} });
    expect((await again.json()).returnUrl, "paying again is the same sale").toBe(returnUrl);
    const downloadToken = new URL(returnUrl, this.#baseURL).searchParams.get("downloadToken");
    const file = await api.get(`/api/orders/download/${downloadToken}`);
    expect(file.status()).toBe(200);
    expect(sha256(await file.body())).toBe(digest);
  }

  async close(): Promise<void> {
    await Promise.all(this.#entries.map(({ api }) => api.dispose()));
  }
}
