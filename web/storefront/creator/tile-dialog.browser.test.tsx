import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { audienceRoutes } from "../../../contract/api/audience.ts";
import { checkoutRoutes } from "../../../contract/api/checkout.ts";
import {
  type BlockType,
  isBlockType,
  TILE_TYPE_NAMES,
  type TileType,
} from "../../../contract/rules/tile-types.ts";
import { aPublicCreator, aTile, aTileProduct } from "../../testing/console-entities.ts";
import { createFakeServer } from "../../testing/fake-server.ts";
import { expectFocusNeverCovered } from "../../testing/focus-visible.ts";
import { renderCreatorPage } from "../../testing/render-creator-page.tsx";

const bowl = aTileProduct({ price_cents: 123_456 });
const coffee = aTileProduct({ name: "A coffee", type: "tip", slug: null, price_cents: 500 });
const tiles = [
  aTile({ id: 1, type: "link", title: "My shop", url: "https://www.shop.example/all" }),
  aTile({ id: 2, type: "link_ad", title: "Paper I like", url: "https://paper.example/" }),
  aTile({ id: 3, type: "content", title: "A film", url: "https://film.example/1" }),
  aTile({
    id: 4,
    type: "product",
    title: "A bowl",
    description: "Thrown by hand.\nGlazed twice.",
    url: null,
    product_id: 1,
    product: bowl,
  }),
  aTile({ id: 6, type: "signup", title: "My letter", url: null, button_label: "Send me the letter" }),
  aTile({ id: 5, type: "tip", title: "Buy me a coffee", url: null, product_id: 2, product: coffee }),
];
const dialog = page.getByRole("dialog");
const idOf = (type: TileType) => tiles.find((tile) => tile.type === type)?.id ?? null;
const openTile = (type: TileType) => renderCreatorPage({ tiles, openTileId: idOf(type) });

beforeEach(() => {
  vi.spyOn(navigator, "sendBeacon").mockReturnValue(true);
});

/** A heading has no dialog. */
type OpenedType = Exclude<TileType, BlockType>;
const OPENED_TYPES = TILE_TYPE_NAMES.filter((type): type is OpenedType => !isBlockType(type));
const EXPECTED: Record<OpenedType, { texts: string[]; action: string; href?: string }> = {
  link: {
    texts: ["Link", "This link leads to shop.example."],
    action: "Visit link",
    href: "https://www.shop.example/all",
  },
  link_ad: {
    texts: ["Ad", "A paid link that leads to paper.example."],
    action: "Visit link",
    href: "https://paper.example/",
  },
  content: {
    texts: ["Content", "Something to watch, read or hear on film.example."],
    action: "Visit link",
    href: "https://film.example/1",
  },
  product: {
    texts: ["Product", "€1,234.56", "Thrown by hand.", "Checkout takes a moment and needs no account."],
    action: "Purchase & Download",
  },
  signup: {
    texts: ["Signup", "My letter", "Email me news from this creator. I can unsubscribe at any time."],
    action: "Send me the letter",
  },
  tip: {
    texts: ["Tip", "€5.00", "Support the creator", "A small thank-you that helps Ada"],
    action: "Send Tip",
  },
};

test("shows “Support the creator” only for tips", async () => {
  for (const type of OPENED_TYPES) {
    const { unmount } = await openTile(type);
    await expect.element(dialog).toBeVisible();
    expect(dialog.element().textContent?.includes("Support the creator"), type).toBe(type === "tip");
    unmount();
  }
});

test("promises a download link only for files, under the button of every product", async () => {
  const file = { kind: "ZIP", size: 2_900_000 };
  for (const product of [aTileProduct({ type: "physical" }), aTileProduct(), aTileProduct({ file })]) {
    const tile = aTile({ id: 3, type: "product", url: null, product_id: 1, product });
    const { unmount } = renderCreatorPage({ tiles: [tile], openTileId: 3 });
    await expect.element(dialog.getByRole("button", { name: "Purchase & Download" })).toBeVisible();
    expect(dialog.element().textContent?.includes("download link")).toBe(product.file !== null);
    unmount();
  }
});

for (const [width, height] of [
  [360, 740],
  [1280, 860],
] as const) {
  test.for(OPENED_TYPES)(
    `shows the details of a tile of type %s in a dialog, ${width} px wide`,
    async (type) => {
      await page.viewport(width, height);
      await openTile(type);
      const { texts, action, href } = EXPECTED[type];
      for (const text of texts) await expect.element(dialog).toHaveTextContent(text);
      await expect.element(dialog.getByRole("link", { name: "Not now" })).toBeInViewport();
      const control = dialog.getByRole(href ? "link" : "button", { name: action });
      await expect.element(control).toBeInViewport();
      if (href) {
        await expect.element(control).toHaveAttribute("href", href);
        await expect.element(control).toHaveAttribute("target", "_blank");
      }
      const actions = [...dialog.element().querySelectorAll("a, button")].map((each) => each.textContent);
      expect(actions.filter((text) => /Visit|Purchase|Send /.test(text))).toHaveLength(1);
    },
  );
}

test("puts a tile's buttons after its text on a window as low as at 400 % zoom", async () => {
  await page.viewport(320, 256);
  await openTile("product");
  const buy = page.getByRole("button", { name: "Purchase & Download" });
  await expect.element(dialog).toBeVisible();
  await expect.element(buy).not.toBeInViewport();
  await page.viewport(320, 568);
  await expect.element(buy).toBeInViewport();
});

test("shows why a purchase cannot be started, or that it failed", async () => {
  const server = createFakeServer();
  await openTile("product");
  const buy = page.getByRole("button", { name: "Purchase & Download" });
  const problem = page.getByRole("alert");
  server.disconnect(checkoutRoutes.create);
  await buy.click();
  await expect.element(problem).toHaveTextContent("Couldn't start the checkout. Please try again.");
  const requests = server.fail(checkoutRoutes.create, {
    status: 409,
    error: "This is not for sale right now.",
  });
  await buy.click();
  await expect.element(problem).toHaveTextContent("This is not for sale right now.");
  expect(requests.map(({ body }) => body)).toEqual([
    { tileId: idOf("product"), source: "direct", campaign: null },
  ]);
  await expect.element(buy).toBeEnabled();
});

test.for(["product", "signup", "tip"] as const)(
  "never covers the focused element of the dialog of a %s, at any window size",
  async (type) => {
    createFakeServer().respond(audienceRoutes.openForm, { token: "1.x" });
    openTile(type);
    await expect.element(dialog).toBeVisible();
    await expectFocusNeverCovered();
  },
);

test("asks for amount and message of a tip, and sends both to the checkout page", async () => {
  const server = createFakeServer();
  const started = server.respond(checkoutRoutes.create, {
    mockCheckoutUrl: "/checkout/mock/new",
    mock: true,
  });
  const sent = vi.spyOn(HTMLFormElement.prototype, "submit").mockReturnValue();
  await openTile("tip");
  const own = dialog.getByLabelText("Other amount (EUR)");
  await expect.element(dialog.getByRole("radio", { name: "€5.00" })).toBeChecked();
  expect(dialog.getByRole("radio").elements()).toHaveLength(4);
  await expect.element(own).not.toBeVisible();
  await dialog.getByRole("radio", { name: "Other" }).click();
  await own.fill("7,50");
  await dialog.getByLabelText("Note to the creator").fill("Thank you!");
  await dialog.getByRole("button", { name: "Send Tip" }).click();
  await expect.poll(() => sent.mock.contexts.length).toBe(1);
  // The button stays busy until the next page arrives.
  await expect
    .element(dialog.getByRole("button", { name: "Send Tip" }))
    .toHaveAttribute("aria-disabled", "true");
  const [form] = sent.mock.contexts as HTMLFormElement[];
  expect(form?.getAttribute("action")).toBe("/checkout/mock/new");
  expect(Object.fromEntries(new FormData(form))).toEqual({
    ...{ tileId: "5", action: "update", choice: "own", amount: "7,50", note: "Thank you!" },
  });
  expect(started.map(({ body }) => body)).toEqual([{ tileId: 5, source: "direct", campaign: null }]);
});

test("asks for no amount for a free tip without sales", async () => {
  const product = aTileProduct({ ...coffee, price_cents: 0 });
  const tile = aTile({ id: 5, type: "tip", title: "Thanks", url: null, product_id: 2, product });
  renderCreatorPage({ creator: aPublicCreator({ sells: "off" }), tiles: [tile], openTileId: 5 });
  await expect.element(dialog.getByRole("button", { name: "Send Tip" })).toBeVisible();
  expect(dialog.getByRole("radio").elements()).toHaveLength(0);
});
