import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { Tile } from "../../contract/api/tiles.ts";
import type { CreatorAccount } from "./creator.ts";

/** Adds tiles that sell a physical product for €25.00 and a tip of €3.00. */
export async function sellBowlAndTip(creator: CreatorAccount): Promise<{ bowl: Tile; tip: Tile }> {
  const product = await creator.addProduct({ name: "Bowl", priceCents: 2500 });
  const bowl = await creator.addTile({ type: "product", title: "A bowl", productId: product.id });
  const coffee = await creator.addProduct({ name: "A coffee", type: "tip", priceCents: 300 });
  const tip = await creator.addTile({ type: "tip", title: "Buy me a coffee", productId: coffee.id });
  return { bowl, tip };
}

/** Buys a tile's product by API requests, or cancels or only starts the checkout. Returns the URL of the next page. */
export async function buyByCalls(
  api: APIRequestContext,
  tile: Tile,
  buyer: { email: string | null } | "cancelled" | "unfinished",
): Promise<string> {
  const started = await api.post("/api/public/checkout", { data: { tileId: tile.id } });
  const { mockCheckoutUrl } = await started.json();
  if (buyer === "unfinished") return mockCheckoutUrl;
  const checkout = `/api/public/checkout/${mockCheckoutUrl.split("/").at(-1)}`;
  const response =
    buyer === "cancelled"
      ? await api.post(`${checkout}/cancel`)
      : await api.post(`${checkout}/pay`, { data: buyer });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).returnUrl;
}

/** Starts a payment of €25.00 by API requests, and returns the URL of the provider's page. */
export async function payByCalls(
  api: APIRequestContext,
  { tileId, ...buyer }: { tileId: number; email: string; address?: object },
): Promise<string> {
  const started = await (await api.post("/api/public/checkout", { data: { tileId } })).json();
  const token = started.mockCheckoutUrl.split("/").at(-1);
  const response = await api.post(`/api/public/checkout/${token}/pay`, {
    data: { totalCents: 2500, consent: true, ...buyer },
  });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).returnUrl;
}

/** Buys a tile's product up to the confirmation. */
export async function buyInBrowser(page: Page, address: string, email: string) {
  await page.goto(address);
  await page.getByRole("button", { name: "Purchase & Download" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
}
