import { randomBytes } from "node:crypto";
import { type APIRequestContext, type BrowserContext, expect } from "@playwright/test";
import type { AnalyticsSummary, EventType } from "../../contract/api/analytics.ts";
import type { Creator } from "../../contract/api/creators.ts";
import type { Product } from "../../contract/api/products.ts";
import type { Tile } from "../../contract/api/tiles.ts";
import { paths } from "../../contract/rules/paths.ts";

type Given = Record<string, unknown>;
type FileGiven = { name: string; mimeType?: string; buffer: Buffer };

/** Returns registration data with a unique handle and email. */
export function newUser(name = "Mara Lindt") {
  const handle = `mara-${randomBytes(6).toString("hex")}`;
  return { handle, displayName: name, email: `${handle}@example.org`, password: "a quiet little mosaic" };
}
export type NewUser = ReturnType<typeof newUser>;

/** A registered creator with a session, acting by API requests. */
export class CreatorAccount {
  readonly user: NewUser;
  readonly page: string;
  readonly #api: APIRequestContext;

  private constructor(api: APIRequestContext, user: NewUser) {
    this.#api = api;
    this.user = user;
    this.page = paths.creator(user.handle);
  }

  static async register(api: APIRequestContext, user = newUser()): Promise<CreatorAccount> {
    const response = await api.post("/api/auth/register", { data: user });
    expect(response.status(), await response.text()).toBe(201);
    return new CreatorAccount(api, user);
  }

  /** Returns a creator who registered in a browser. */
  static of(context: BrowserContext, user: NewUser): CreatorAccount {
    return new CreatorAccount(context.request, user);
  }

  /** Opens this creator's session in a browser. */
  async signIn(context: BrowserContext): Promise<void> {
    const { cookies } = await this.#api.storageState();
    await context.addCookies(cookies);
  }

  /** Opens a link from an email in this creator's session, without following a redirect. */
  async open(link: string): Promise<void> {
    await this.#api.get(link, { maxRedirects: 0 });
  }

  async saveProfile(given: Given): Promise<Creator> {
    const { handle, displayName } = this.user;
    return (await this.#post("/api/creators/me", { handle, displayName, ...given })).creator;
  }

  /** Sets up sales by the sandbox provider. The creator's email must be verified. */
  async sellForMoney(): Promise<void> {
    const { onboardingUrl } = await this.#post("/api/connect/onboard", {});
    for (const step of ["0", "1", "2"]) {
      const response = await this.#api.post(new URL(onboardingUrl).pathname, {
        form: { action: "answer", step },
      });
      expect(response.ok(), await response.text()).toBe(true);
    }
    // Waits for the provider's webhook.
    await expect
      .poll(async () => (await (await this.#api.get("/api/connect/status")).json()).canSell)
      .toBe(true);
    await this.saveProfile({ paymentProvider: "stripe" });
    await this.#post("/api/seller", {
      legalName: this.user.displayName,
      address: "Hauptstraße 1\n10115 Berlin",
      country: "DE",
      email: "shop@mara.example",
      isTrader: true,
    });
  }

  /** Adds a tile, by default a link. */
  async addTile(given: Given = {}): Promise<Tile> {
    const tile = { type: "link", title: "My shop", url: "https://shop.example/", ...given };
    return (await this.#post("/api/tiles", tile)).tile;
  }

  async sendFeedback(given: Given): Promise<void> {
    await this.#post("/api/feedback", given);
  }

  /** Calls an administrator's route, which requires that this creator is an administrator. */
  async sendMarketing(given: Given): Promise<void> {
    await this.#post("/api/admin/marketing/email", given);
  }

  /** Adds a product, by default a physical one. */
  async addProduct(given: Given = {}): Promise<Product> {
    const product = { name: "Bowl", priceCents: 2500, type: "physical", ...given };
    return (await this.#post("/api/products", product)).product;
  }

  /** Uploads an image and returns its public URL. */
  async addImage(buffer: Buffer, name = "image.png"): Promise<string> {
    const file = { name, mimeType: "image/png", buffer };
    return (await this.#upload("image", file)).url ?? "";
  }

  /** Uploads a file for a digital product and returns its path. */
  async addFile(file: FileGiven): Promise<string> {
    return (await this.#upload("digital", { mimeType: "application/octet-stream", ...file })).path;
  }

  /** Adds a digital product and its tile. */
  async offerFile(file: FileGiven, given: Given = {}): Promise<{ product: Product; tile: Tile }> {
    const digitalFilePath = await this.addFile(file);
    const product = await this.addProduct({ name: "The notes", type: "digital", digitalFilePath });
    const tile = await this.addTile({ type: "product", title: "My notes", productId: product.id, ...given });
    return { product, tile };
  }

  async summary(): Promise<AnalyticsSummary> {
    const response = await this.#api.get("/api/analytics/summary");
    expect(response.status()).toBe(200);
    return response.json();
  }

  /** Waits for these counts, because events are recorded asynchronously. */
  async expectCounts(counts: Partial<Record<EventType, number>>): Promise<void> {
    await expect
      .poll(async () => {
        const { summary } = await this.summary();
        return Object.fromEntries(
          summary.filter(({ count }) => count > 0).map((row) => [row.event, row.count]),
        );
      })
      .toEqual(counts);
  }

  async #post(path: string, data: Given) {
    const response = await this.#api.post(path, { data });
    expect(response.ok(), `${path}: ${await response.text()}`).toBe(true);
    return response.json();
  }

  async #upload(purpose: string, file: Required<FileGiven>): Promise<{ url: string | null; path: string }> {
    const response = await this.#api.post(`/api/files/upload?purpose=${purpose}`, { multipart: { file } });
    expect(response.status(), await response.text()).toBe(201);
    return response.json();
  }
}
