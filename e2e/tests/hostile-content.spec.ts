import type { Page } from "@playwright/test";
import type { Tile } from "../../contract/api/tiles.ts";
import type { CreatorAccount } from "../support/creator.ts";
import { grantCreatorPlan } from "../support/database.ts";
import { expect, test } from "../support/fixtures.ts";

/** Texts that try to be more than text. Each would reveal itself by a dialog or a request. */
const CORPUS = [
  `<script>alert(1)</script>`,
  `</script><script>alert(2)</script>`,
  `"><img src=/stolen onerror=alert(3)>`,
  `' onmouseover='alert(4)' x='`,
  `</title><svg onload=alert(5)>`,
  `</style><script>alert(6)</script>`,
  `<!--<script>`,
  `]]><![CDATA[<script>alert(7)</script>`,
  `javascript:alert(8)`,
  `{{constructor.constructor('alert(9)')()}}\${alert(10)}`,
  `&lt;script&gt;alert(11)&lt;/script&gt;`,
  `\u2028alert(12)\u2029</script>\u202e<b>`,
  `<iframe srcdoc="<script>alert(13)</script>"></iframe>`,
  `<base href=//evil.invalid><meta http-equiv=refresh content=0;url=/stolen>`,
] as const;
/** The displayed text of a title or name, without direction controls. */
const titleOf = (text: string) => text.replace("\u202e", "").trim();
const NAME = `</script><img src=/stolen onerror=alert(14)>"'`;
const BIO = CORPUS.join("\n").slice(0, 500);
const FILE_NAME = `a"b'\r\nX-Evil: 1\r\n\r\n<svg onload=alert(15)> \u202egpj.exe;.zip`;

/** The creator's own page, beside its tiles. */
const PREVIEW = '[title="Preview of your page"]';
const HOSTILE = "base, svg[onload], [onerror], [onmouseover]";

/** Returns a function that expects that no script ran and nothing was requested. Dialogs, errors and policy violations fail the test by themselves. */
function watchRequests(page: Page, baseURL: string | undefined) {
  const requests: string[] = [];
  page.on("request", (request) => {
    const { origin, pathname } = new URL(request.url());
    if (/^https?:/.test(origin) && (origin !== baseURL || pathname === "/stolen"))
      requests.push(request.url());
  });
  return async () => {
    await expect(page.locator("script:not([src]):not([type$='json'])")).toHaveCount(0);
    await expect(page.locator(`iframe:not(${PREVIEW}), ${HOSTILE}`)).toHaveCount(0);
    await expect(page.frameLocator(PREVIEW).locator(`iframe, ${HOSTILE}`)).toHaveCount(0);
    expect(requests).toEqual([]);
  };
}

async function fillWithHostility(creator: CreatorAccount) {
  await grantCreatorPlan(creator.user.handle);
  await creator.saveProfile({ bio: BIO });
  const products = await Promise.all(
    CORPUS.map((text) => creator.addProduct({ name: text, description: text })),
  );
  const tiles: Tile[] = [];
  for (const [index, title] of CORPUS.entries()) {
    const productId = products[index]?.id;
    tiles.push(await creator.addTile({ type: "product", title, description: CORPUS.join("\n"), productId }));
  }
  const file = { name: FILE_NAME, buffer: Buffer.from("MZ") };
  const { tile } = await creator.offerFile(file, { title: "The last one" });
  return { tile, tiles };
}

test("hostile text of a creator is rendered as text, from the page to the file and in the console", async ({
  page,
  signUp,
  baseURL,
}) => {
  const creator = await signUp(NAME);
  const { tile, tiles: hostile } = await fillWithHostility(creator);
  const expectInert = watchRequests(page, baseURL);
  await page.goto(creator.page);
  await expect(page.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
  expect(await page.title()).toContain(NAME);
  await expectInert();

  const tiles = page.getByRole("region", { name: "Tiles" }).getByRole("link");
  // The descriptions contain all texts, so four titles suffice: they would end a script, a title, styles and a line of a script.
  const picked = [1, 4, 5, 11].map((index) => ({ index, text: CORPUS[index] ?? "" }));
  for (const { index, text } of picked) {
    await tiles.nth(index).click();
    await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(titleOf(text));
    await expectInert();
    await page.keyboard.press("Escape");
  }
  for (const { index, text } of picked) {
    const data = { tileId: hostile[index]?.id };
    const response = await page.request.post("/api/public/checkout", { data });
    await page.goto((await response.json()).mockCheckoutUrl);
    await expect(page.getByText(titleOf(text), { exact: true })).toBeVisible();
    await expectInert();
  }
  await page.goto(`${creator.page}?tile=${tile.id}&source=${encodeURIComponent(CORPUS[2])}`);
  await page.getByRole("button", { name: "Purchase & Download" }).click();
  await expect(page.getByText("This is a mock checkout.")).toBeVisible();
  await expectInert();
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  await expectInert();

  const link = page.getByRole("link", { name: "Download" });
  const response = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(response.headers()["x-evil"]).toBeUndefined();
  expect(response.headers()["content-disposition"]).toMatch(/^attachment;[^\r\n"]*("[^"\r\n]*")?[^"\r\n]*$/);
  const downloading = page.waitForEvent("download");
  await link.click();
  expect((await downloading).suggestedFilename()).not.toMatch(/[\r\n"/\\\u202e]/);
  await page.getByRole("link", { name: "View your order" }).click();
  await expect(page.getByRole("heading", { name: "Your order" })).toBeVisible();
  await expectInert();

  await creator.signIn(page.context());
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: `Welcome, ${NAME}` })).toBeVisible();
  await expect(page.getByRole("heading", { name: CORPUS[1], exact: true })).toBeVisible();
  await expect(page.frameLocator(PREVIEW).getByText(titleOf(CORPUS[2]), { exact: true })).toBeVisible();
  await expectInert();
  await page.getByRole("button", { name: `Edit ${CORPUS[2]}` }).click();
  await expect(page.getByRole("dialog").getByLabel("Title")).toHaveValue(CORPUS[2]);
  await expectInert();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Delete ${CORPUS[2]}` }).click();
  await expect(page.getByText(`${CORPUS[2]} deleted.`)).toBeVisible();
  await expectInert();
  await page.getByRole("button", { name: "Recently deleted" }).click();
  await expect(page.getByRole("dialog", { name: "Recently deleted" })).toContainText(CORPUS[2]);
  await expectInert();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Products", exact: true }).click();
  await page.getByRole("link", { name: `Edit ${CORPUS[1]}`, exact: true }).click();
  await expect(page.getByRole("heading", { name: `Edit ${CORPUS[1]}` })).toBeVisible();
  await expect(page.frameLocator(PREVIEW).getByRole("heading", { level: 1 })).toBeVisible();
  await expectInert();
});

test("the return page uses only texts and one path of its URL", async ({ page, baseURL }) => {
  const expectInert = watchRequests(page, baseURL);
  const returnWith = (query: Record<string, string>) =>
    page.goto(`/checkout/return?${new URLSearchParams(query)}`);
  const handle = `"><script>alert(1)</script>`;

  await returnWith({ handle, downloadToken: "../../x", status: "<img src=/stolen onerror=alert(2)>" });
  await expect(page.getByRole("heading", { name: "Something went wrong with the checkout." })).toBeVisible();
  await expect(page.getByRole("link", { name: "Download" })).toHaveCount(0);
  await expectInert();

  await returnWith({ handle, downloadToken: "../../x", status: "success" });
  await expect(page.getByRole("heading", { name: "Order confirmed" })).toBeVisible();
  const download = page.getByRole("link", { name: "Download" });
  await expect(download).toHaveAttribute("href", "/api/orders/download/..%2F..%2Fx");
  const back = page.getByRole("link", { name: `Back to @${handle}` });
  await expect(back).toHaveAttribute("href", `/@${encodeURIComponent(handle)}`);
  await expectInert();

  await returnWith({ handle: "mara", order: "../../@demo?x=", status: "success", downloadToken: "" });
  await expect(page.getByRole("link", { name: "View your order" })).toHaveAttribute(
    "href",
    "/orders/..%2F..%2F%40demo%3Fx%3D",
  );
  await expectInert();
});
