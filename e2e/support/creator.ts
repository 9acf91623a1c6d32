import { randomBytes } from "node:crypto";
import { type APIRequestContext, type BrowserContext, expect } from "@playwright/test";
import type { AnalyticsSummary, EventType } from "../../contract/analytics.ts";
import type { Creator } from "../../contract/creators.ts";
import { paths } from "../../contract/paths.ts";
import type { Product } from "../../contract/products.ts";
import type { Tile } from "../../contract/tiles.ts";

type Given = Record<string, unknown>;
type FileGiven = { name: string; mimeType?: string; buffer: Buffer };

/** Returns registration data with a unique handle and email. */
export function newPerson(name = "Mara Lindt") {
  const handle = `mara-${randomBytes(6).toString("hex")}`;
  return { handle, displayName: name, email: `${handle}@example.org`, password: "a quiet little mosaic" };
}
export type NewPerson = ReturnType<typeof newPerson>;

/** A creator with a session of the real register call, and what a creator does, by the real calls. */
export class CreatorAccount {
  readonly person: NewPerson;
  readonly page: string;
  readonly #api: APIRequestContext;

  private constructor(api: APIRequestContext, person: NewPerson) {
    this.#api = api;
    this.person = person;
    this.page = paths.creator(person.handle);
  }

  static async register(api: APIRequestContext, person = newPerson()): Promise<CreatorAccount> {
    const answer = await api.post("/api/auth/register", { data: person });
    expect(answer.status(), await answer.text()).toBe(201);
    return new CreatorAccount(api, person);
  }

  /** Somebody who signed up in a browser. */
  static of(context: BrowserContext, person: NewPerson): CreatorAccount {
    return new CreatorAccount(context.request, person);
  }

  /** Opens this creator's session in a browser. */
  async signIn(context: BrowserContext): Promise<void> {
    const { cookies } = await this.#api.storageState();
    await context.addCookies(cookies);
  }

  async saveProfile(given: Given): Promise<Creator> {
    const { handle, displayName } = this.person;
    return (await this.#post("/api/creators/me", { handle, displayName, ...given })).creator;
  }

  /** Sells for money from now on, in the sandbox, where none moves. Their email must be verified. */
  async sellForMoney(): Promise<void> {
    const { onboardingUrl } = await this.#post("/api/connect/onboard", {});
    for (const step of ["0", "1", "2"]) {
      const answer = await this.#api.post(new URL(onboardingUrl).pathname, {
        form: { action: "answer", step },
      });
      expect(answer.ok(), await answer.text()).toBe(true);
    }
    // The provider's word arrives behind the creator's back.
    await expect
      .poll(async () => (await (await this.#api.get("/api/connect/status")).json()).canSell)
      .toBe(true);
    await this.saveProfile({ paymentProvider: "stripe" });
    await this.#post("/api/seller", {
      legalName: this.person.displayName,
      address: "Hauptstraße 1\n10115 Berlin",
      country: "DE",
      email: "shop@mara.example",
      isTrader: true,
    });
  }

  /** A link, unless `given` makes something else of it. */
  async addTile(given: Given = {}): Promise<Tile> {
    const tile = { type: "link", title: "My shop", url: "https://shop.example/", ...given };
    return (await this.#post("/api/tiles", tile)).tile;
  }

  async sendFeedback(given: Given): Promise<void> {
    await this.#post("/api/feedback", given);
  }

  /** Only of an administrator. */
  async sendMarketing(given: Given): Promise<void> {
    await this.#post("/api/admin/marketing/email", given);
  }

  /** Something to send by post, unless `given` makes something else of it. */
  async addProduct(given: Given = {}): Promise<Product> {
    const product = { name: "Bowl", priceCents: 2500, type: "physical", ...given };
    return (await this.#post("/api/products", product)).product;
  }

  /** The public address of an uploaded picture. */
  async addPicture(buffer: Buffer, name = "picture.png"): Promise<string> {
    const file = { name, mimeType: "image/png", buffer };
    return (await this.#upload("image", file)).url ?? "";
  }

  /** The path of an uploaded file that is for sale. */
  async addFile(file: FileGiven): Promise<string> {
    return (await this.#upload("digital", { mimeType: "application/octet-stream", ...file })).path;
  }

  /** A tile that sells a file. */
  async offerFile(file: FileGiven, given: Given = {}): Promise<{ product: Product; tile: Tile }> {
    const digitalFilePath = await this.addFile(file);
    const product = await this.addProduct({ name: "The notes", type: "digital", digitalFilePath });
    const tile = await this.addTile({ type: "product", title: "My notes", productId: product.id, ...given });
    return { product, tile };
  }

  async summary(): Promise<AnalyticsSummary> {
    const answer = await this.#api.get("/api/analytics/summary");
    expect(answer.status()).toBe(200);
    return answer.json();
  }

  /** Waits until the figures are these; events travel behind the visitor's back. */
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
    const answer = await this.#api.post(path, { data });
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  }

  async #upload(purpose: string, file: Required<FileGiven>): Promise<{ url: string | null; path: string }> {
    const answer = await this.#api.post(`/api/files/upload?purpose=${purpose}`, { multipart: { file } });
    expect(answer.status(), await answer.text()).toBe(201);
    return answer.json();
  }
}
