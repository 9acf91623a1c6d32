import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { aPublicCreator, aTile, aTileProduct } from "../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderCreatorPage } from "../../testing/render-creator-page.tsx";
import { renderPage } from "../../testing/render-page.tsx";

const product = aTileProduct({ price_cents: 0 });
const tiles = [
  aTile({ id: 3, type: "product", title: "Bowl", url: null, product_id: 1, product }),
  aTile({ id: 4, title: "Closed for now", active: false }),
  aTile({ id: 5, title: "My shop", url: "https://shop.example/" }),
  aTile({ id: 6, type: "link_ad", title: "An offer", url: "https://offer.example/" }),
];
const dialog = () => page.getByRole("dialog", { name: "Bowl" });
let start: string;

beforeEach(() => {
  start = location.href;
  vi.spyOn(navigator, "sendBeacon").mockReturnValue(true);
});
afterEach(() => {
  vi.useRealTimers();
  history.replaceState(null, "", start);
});

const showPage = (changes: Parameters<typeof renderCreatorPage>[0] = {}) =>
  renderCreatorPage({ tiles, ...changes });
const tileOfUrl = () => new URL(location.href).searchParams.get("tile");

/** Returns the events that the page has reported. */
const reportedEvents = () =>
  vi.mocked(navigator.sendBeacon).mock.calls.map(([, body]) => JSON.parse(String(body)).event);

test("makes an open tile a history entry that Back and Escape close and Forward opens", async () => {
  showPage();
  await page.getByRole("link", { name: "Bowl" }).click();
  await expect.element(dialog()).toBeVisible();
  expect(tileOfUrl()).toBe("3");
  history.back();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(tileOfUrl()).toBeNull();
  history.forward();
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(tileOfUrl).toBeNull();
});

test("closes a tile in place that was open on arrival", async () => {
  const url = new URL(start);
  url.searchParams.set("tile", "3");
  history.replaceState(null, "", url);
  const before = history.length;
  showPage({ openTileId: 3 });
  await expect.element(dialog()).toBeVisible();
  await dialog().getByRole("link", { name: "Not now" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(tileOfUrl()).toBeNull();
  expect(history.length).toBe(before);
});

test("closes first the share dialog and then the tile by Escape and returns the focus to the tile", async () => {
  showPage();
  await page.getByRole("link", { name: "Bowl" }).click();
  await expect.element(dialog()).toBeVisible();
  // The open tile covers the page, so that no pointer reaches this button.
  const shareButton = page.getByRole("button", { name: "Share profile", includeHidden: true });
  shareButton.element().dispatchEvent(new MouseEvent("click", { bubbles: true }));
  const share = page.getByRole("dialog", { name: "Share profile" });
  await expect.element(share).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(share).not.toBeInTheDocument();
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Bowl" })).toHaveFocus();
});

test("does not confirm a failed copy", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("denied"));
  vi.spyOn(document, "execCommand").mockReturnValue(false);
  showPage();
  await page.getByRole("button", { name: "Share profile" }).click();
  const share = page.getByRole("dialog", { name: "Share profile" });
  await share.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => vi.mocked(document.execCommand).mock.calls.length).toBe(1);
  await expect.element(share.getByRole("status")).toHaveTextContent("");
});

test("shows a free product as Free, and an inactive tile once as unavailable", async () => {
  showPage();
  await expect.element(page.getByRole("link", { name: "Bowl" })).toHaveTextContent("Free");
  const tile = page.getByRole("group", { name: "Closed for now, not available" });
  await expect.element(tile).toBeInTheDocument();
  expect(tile.element().textContent).not.toMatch(/not available/i);
});

test("shows “sold out” on a product's tile and in its dialog, without a button", async () => {
  const soldOut = aTile({ id: 5, type: "product", title: "Vase", product: { ...product, sold_out: true } });
  showPage({ tiles: [soldOut], openTileId: 5 });
  await expect.element(page.getByRole("link", { name: "Vase" })).toHaveTextContent("Sold out");
  const vase = page.getByRole("dialog", { name: "Vase" });
  await expect.element(vase.getByText("Sold out", { exact: true }).last()).toBeVisible();
  expect(vase.getByRole("button", { name: /purchase|buy|get/i }).elements()).toEqual([]);
});

test("gives only free products a button while nothing is for sale", async () => {
  const cup = aTile({ id: 7, type: "product", title: "Cup", product: aTileProduct() });
  const creator = aPublicCreator({ sells: "off" });
  const { unmount } = showPage({ creator, tiles: [cup], openTileId: 7 });
  const off = page.getByRole("dialog", { name: "Cup" });
  await expect.element(off.getByText("Not for sale right now")).toBeVisible();
  expect(off.getByRole("button", { name: /purchase/i }).elements()).toEqual([]);
  unmount();
  showPage({ creator, openTileId: 3 });
  await expect.element(dialog().getByRole("button", { name: "Purchase & Download" })).toBeVisible();
});

test.for([
  ["real", 500, "From €5.00"],
  ["mock", 500, "From €5.00"],
  ["mock", 2500, "€25.00 or more"],
  ["real", 0, "Name your price"],
  ["off", 500, "€25.00"],
] as const)("says that buyers choose the price (%s, from %s): %s", async ([sells, min_price_cents, text]) => {
  const zine = aTile({
    id: 8,
    type: "product",
    title: "Zine",
    product: aTileProduct({ min_price_cents }),
  });
  showPage({ creator: aPublicCreator({ sells }), tiles: [zine], openTileId: 8 });
  // Screen readers read the title first.
  await expect
    .element(page.getByRole("link", { name: /^Zine/, includeHidden: true }))
    .toHaveTextContent(text);
  await expect.element(page.getByRole("dialog", { name: "Zine" })).toHaveTextContent(text);
});

test("opens the tip's tile by the tip button if tips are paid with money", async () => {
  const creator = aPublicCreator({ tips_enabled: true, has_payment_account: true, sells: "real" });
  const coffee = aTile({ id: 9, type: "tip", title: "A coffee", product: aTileProduct() });
  showPage({ creator, tiles: [...tiles, coffee], tipTileId: 9 });
  const button = page.getByRole("link", { name: "Leave a tip" });
  await expect.element(button).toHaveAttribute("href", "/@ada?tile=9");
  await button.click();
  await expect.element(page.getByRole("dialog", { name: "A coffee" })).toBeVisible();
  expect(tileOfUrl()).toBe("9");
  expect(reportedEvents()).toContain("tile_click");
  await userEvent.keyboard("{Escape}");
  await expect.element(button).toHaveFocus();
});

test("makes an inactive tile neither clickable nor focusable", async () => {
  showPage();
  const tile = page.getByRole("group", { name: "Closed for now, not available" });
  await tile.click({ force: true });
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(location.href).toBe(start);
  expect(tile.element().tabIndex).toBe(-1);
  expect(tile.element().querySelectorAll("a, button, [tabindex]")).toHaveLength(0);
  expect(reportedEvents()).not.toContain("tile_click");
});

test("opens links in a new tab without access to this one, and marks ads as sponsored", async () => {
  showPage();
  const link = page.getByRole("link", { name: "My shop" });
  await expect.element(link).toHaveAttribute("href", "https://shop.example/");
  await expect.element(link).toHaveAttribute("target", "_blank");
  await expect.element(link).toHaveAttribute("rel", "noopener");
  const ad = page.getByRole("link", { name: "An offer" });
  await expect.element(ad).toHaveAttribute("target", "_blank");
  await expect.element(ad).toHaveAttribute("rel", "sponsored noopener");
});

test("says that the page has no tiles", async () => {
  showPage({ tiles: [] });
  await expect.element(page.getByText("No tiles available yet.")).toBeVisible();
});

test("links only the owner's page to the dashboard", async () => {
  const back = page.getByRole("link", { name: "Return to dashboard" });
  const { unmount } = showPage();
  await expect.element(page.getByRole("heading", { name: "Ada" })).toBeVisible();
  await expect.element(back).not.toBeInTheDocument();
  unmount();
  showPage({ isOwner: true });
  await expect.element(back).toHaveAttribute("href", "/dashboard");
});

test("shows the tick beside the name only for a verified creator", async () => {
  const { unmount } = showPage();
  await expect.element(page.getByTitle("Creator account")).toHaveTextContent(/^@/);
  expect(document.querySelector(".tick")).toBeNull();
  unmount();
  const creator = aPublicCreator({ plan: "creator", stripe_subscription_active: true });
  showPage({ creator });
  await page.getByRole("button", { name: "Verified creator" }).hover();
  await expect.element(page.getByText("Verified creator")).toHaveStyle({ opacity: "1" });
});

test("shows a tip button only with a payment account, and announces tips for four seconds", async () => {
  const button = page.getByRole("button", { name: "Leave a tip" });
  const notice = page.getByText("Tip checkout is coming soon — watch this space!");
  const { unmount } = showPage({ creator: aPublicCreator({ tips_enabled: true }) });
  await expect.element(button).not.toBeInTheDocument();
  unmount();
  showPage({ creator: aPublicCreator({ tips_enabled: true, has_payment_account: true }) });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await button.click();
  await expect.element(notice).toBeVisible();
  await vi.advanceTimersByTimeAsync(3_900);
  await expect.element(notice).toBeVisible();
  await vi.advanceTimersByTimeAsync(100);
  await expect.element(notice).not.toBeInTheDocument();
});

const IMAGE = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/%3E";
const fullPage = {
  creator: aPublicCreator({
    bio: "Paper, ink and slow afternoons.",
    avatar_url: IMAGE,
    tips_enabled: true,
    has_payment_account: true,
    socials: [
      { platform: "instagram" as const, url: "https://instagram.com/ada" },
      { platform: "website" as const, url: "https://ada.example/" },
    ],
  }),
  tiles: [...tiles, aTile({ id: 7, type: "content", title: "A film about ink", image_url: IMAGE })],
};

test("loads the avatar, the largest picture of some themes, together with their fonts", () => {
  showPage(fullPage);
  const avatar = document.querySelector(".creator-header img");
  expect(avatar?.getAttribute("fetchpriority")).toBe("high");
});

test("keeps a filled page, its tiles and the share dialog accessible at every width", async () => {
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  showPage(fullPage);
  await expectAccessibleAtEveryWidth();
  await page.getByRole("link", { name: "Bowl" }).click();
  await expect.element(dialog()).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Share profile" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expectAccessibleAtEveryWidth();
});

test("keeps the owner's page without tiles accessible at every width", async () => {
  showPage({ tiles: [], isOwner: true });
  await expectAccessibleAtEveryWidth();
});

test.for([
  ["does not exist", { page: "creator-missing" }, "Creator not found."],
  [
    "cannot be loaded",
    { page: "creator-unavailable", requestId: "Zk3-1f" },
    "Unable to load creator right now.",
  ],
] as const)("explains that a page %s, accessibly at every width", async ([, model, title]) => {
  renderPage(model);
  await expect.element(page.getByRole("heading", { name: title })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("reports one view, the clicks on tiles and the sharing, each with its creator", async () => {
  showPage({ creator: aPublicCreator({ id: 7 }) });
  await page.getByRole("link", { name: "Bowl" }).click();
  await page.getByRole("link", { name: "Not now" }).click();
  await page.getByRole("button", { name: "Share profile" }).click();
  await expect.element(page.getByRole("dialog", { name: "Share profile" })).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  const events = vi.mocked(navigator.sendBeacon).mock.calls.map(([, body]) => JSON.parse(String(body)));
  expect(events).toMatchObject([
    { creatorId: 7, event: "page_view" },
    { creatorId: 7, event: "tile_click", tileId: 3 },
    { creatorId: 7, event: "profile_share" },
  ]);
  expect(events).toHaveLength(3);
});

test("opens the device's share sheet if it has one and resets the dialog each time", async () => {
  const shared = vi.fn(() => Promise.resolve());
  Object.defineProperty(navigator, "share", { value: shared, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, "share"));
  vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  showPage();
  const open = () => page.getByRole("button", { name: "Share profile" }).click();
  await open();
  await page.getByRole("button", { name: "Share in another app" }).click();
  expect(shared).toHaveBeenCalledWith({ url: "https://tessera.example/@ada" });
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.element(page.getByText("Copied to clipboard")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await open();
  await expect.element(page.getByRole("dialog").getByRole("status")).toHaveTextContent("");
});

test("shows the tile's letter if an image cannot be loaded", async () => {
  showPage({ tiles: [aTile({ id: 5, title: "Kiln", image_url: "data:image/png;base64,AAAA" })] });
  await expect.element(page.getByText("K", { exact: true })).toBeVisible();
});

test("divides the tiles by headings without links that are part of the page's outline", async () => {
  renderCreatorPage({
    tiles: [
      aTile({ id: 1, type: "heading", title: "Shop", description: "**New** in spring", url: null }),
      aTile({ id: 2, title: "A cup" }),
      aTile({ id: 3, type: "heading", title: "Elsewhere", url: null }),
      aTile({ id: 4, title: "My film" }),
    ],
  });
  const outline = [...document.querySelectorAll("h1, h2, h3")].map(({ tagName, textContent }) => [
    tagName,
    textContent,
  ]);
  expect(outline).toEqual([
    ["H1", "Ada"],
    ["H2", "Shop"],
    ["H2", "Elsewhere"],
  ]);
  expect(page.getByRole("link", { name: "Shop" }).elements()).toEqual([]);
  await expect.element(page.getByText("New", { exact: true })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("exposes an image's description to screen readers and crops the image around its focal point", async () => {
  renderCreatorPage({
    tiles: [
      aTile({
        id: 1,
        title: "A cup",
        image_url: IMAGE,
        image_alt: "A blue cup",
        image_focus: { x: 20, y: 80 },
      }),
      aTile({ id: 2, title: "A plate", image_url: IMAGE }),
    ],
  });
  const [cup, plate] = document.querySelectorAll<HTMLImageElement>(".tile img");
  expect([cup?.alt, cup?.style.objectPosition]).toEqual(["A blue cup", "20% 80%"]);
  expect([plate?.alt, plate?.getAttribute("style")]).toEqual(["", null]);
  await expect.element(page.getByRole("img", { name: "A blue cup" })).toBeInTheDocument();
});

test("shows an announcement above the page, with a link if it has one", async () => {
  const announcement = { text: "عرض <b>today</b>", url: "https://a.example/", ends_at: null };
  renderCreatorPage({ creator: aPublicCreator({ announcement }) });
  const link = page.getByRole("complementary", { name: "Announcement" }).getByRole("link");
  await expect.element(link).toHaveTextContent("عرض <b>today</b> (opens in a new tab)");
  await expect.element(link).toHaveAttribute("rel", "noopener");
  await expectAccessibleAtEveryWidth();
});

test("shows a link's description on the second line, in plain text, and a product's in its detail", async () => {
  showPage({
    tiles: [
      aTile({
        id: 5,
        title: "Tour",
        url: "https://shop.example/",
        description: "**Sat 28 Nov**, doors 20:00\nMore",
      }),
      { ...tiles[0], description: "Thrown by hand." } as (typeof tiles)[0],
    ],
  });
  await expect.element(page.getByText("Sat 28 Nov, doors 20:00", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Thrown by hand.")).not.toBeInTheDocument();
  await expectAccessibleAtEveryWidth();
});

test("shows “Withdraw from contract” if the creator sells or has sold something", async () => {
  const link = page.getByRole("link", { name: "Withdraw from contract" });
  const seller = { name: "Ada Weber", country: "DE", is_trader: true, delivery_time: null };
  const letter = [aTile({ id: 7, type: "signup", title: "My letter", url: null })];
  const plain = await showPage({ tiles: letter });
  await expect.element(link).not.toBeInTheDocument();
  plain.unmount();
  const former = await showPage({ tiles: letter, creator: aPublicCreator({ seller }) });
  await expect.element(link).toBeVisible();
  former.unmount();
  showPage();
  await expect.element(link).toBeVisible();
});
