import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import {
  expectAccessible,
  expectFingerSizedTargets,
  expectNoSidewaysScroll,
} from "../support/accessibility.ts";
import { confirmEmail, linkIn, test } from "../support/account-site.ts";
import { expect } from "../support/journey.ts";
import { tabTo } from "../support/keyboard.ts";
import { buyByCalls, sellBowlAndTip } from "../support/orders.ts";

// One installation serves them all.
test.describe.configure({ mode: "default" });

const PHONE = { width: 360, height: 740 };

const row = (page: Page, name: RegExp) => page.getByRole("row", { name });

test("a creator is told of a sale by mail, and finds it in the list", async ({ page, creator, site }) => {
  await confirmEmail(page.request, creator, site);
  await creator.signIn(page.context());
  await page.goto("/dashboard/products");
  await page.getByLabel("Name").fill("A half-named");
  await page.getByRole("link", { name: "Orders" }).click();
  await expect(page).toHaveTitle("Orders · Tessera");
  await expect(page.getByRole("heading", { name: "Orders", level: 1 })).toBeVisible();
  await expect(page.getByText("No orders yet.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveCount(0);
  await page
    .getByRole("navigation", { name: "Products and orders" })
    .getByRole("link", { name: "Products" })
    .click();
  await expect(page).toHaveTitle("Products · Tessera");
  await expect(page.getByLabel("Name")).toHaveValue("A half-named");

  const { bowl } = await sellBowlAndTip(creator);
  await buyByCalls(page.request, bowl, { email: "buyer@example.org" });
  const told = await site.mailTo(creator.person.email, 2);
  expect(told.mail.subject).toMatch(/^You made a sale: order \d+ at [\w.:]+$/);
  expect(told.mail.text).toContain("buyer@example.org");
  await page.goto(linkIn(told, site));
  await expect(row(page, /Bowl.*€25\.00.*€1\.25.*€23\.75.*Paid.*buyer@example\.org/)).toBeVisible();
  await expect(page.getByText("no money moved")).toBeVisible();
});

test("orders are filtered, searched and turned over, and the address keeps it", async ({ page, creator }) => {
  const { bowl, tip } = await sellBowlAndTip(creator);
  for (let count = 0; count < 26; count++)
    await buyByCalls(page.request, tip, { email: `b${count}@example.org` });
  await buyByCalls(page.request, bowl, { email: null });
  await buyByCalls(page.request, bowl, "cancelled");
  await buyByCalls(page.request, bowl, "unfinished");
  await creator.signIn(page.context());
  await page.goto("/dashboard/products?view=orders");

  await expect(page.getByText("27 orders, page 1 of 2")).toBeVisible();
  const totals = page.getByRole("definition");
  await expect(totals).toHaveText(["27", "€103.00", "€5.15", "€97.85"]);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page).toHaveURL(/\?view=orders&page=2$/);
  await expect(page.getByRole("row")).toHaveCount(3);
  await expect(page.getByRole("heading", { name: "Your orders" })).toBeFocused();
  await page.reload();
  await expect(page.getByText("27 orders, page 2 of 2")).toBeVisible();

  await page.getByLabel("Status").selectOption("Cancelled");
  await expect(page).toHaveURL(/\?view=orders&status=cancelled$/);
  await expect(row(page, /Bowl.*Cancelled/)).toBeVisible();
  await expect(totals).toHaveCount(0);
  await page.getByLabel("Status").selectOption("All");
  await expect(page.getByText("29 orders, page 1 of 2")).toBeVisible();
  await page.getByLabel("Search").fill("b17@");
  await expect(page).toHaveURL(/\?view=orders&status=all&search=b17%40$/);
  await expect(page.getByText("1 order", { exact: true })).toBeVisible();
  await expect(totals).toHaveText(["1", "€3.00", "€0.15", "€2.85"]);
  await page.getByLabel("Search").fill("nothing like it");
  await expect(page.getByText("No order fits.")).toBeVisible();
  await page.getByRole("button", { name: "Show all orders" }).click();
  await expect(page.getByText("29 orders, page 1 of 2")).toBeVisible();
  await expect(page.getByLabel("Search")).toHaveValue("");
  await page.goto("/dashboard/products?view=orders&page=99");
  await expect(page).toHaveURL(/\?view=orders&page=2$/);
});

test("the links are mailed to a buyer again, by keyboard and only when it is confirmed", async ({
  page,
  creator,
  site,
  guard,
}) => {
  guard.allow(/status of 503 .*\/resend$/);
  await confirmEmail(page.request, creator, site);
  const { bowl } = await sellBowlAndTip(creator);
  const email = `lost-${creator.person.handle}@example.org`;
  await buyByCalls(page.request, bowl, { email });
  await site.mailTo(email);
  await creator.signIn(page.context());
  await page.goto("/dashboard/products?view=orders");
  const resend = page.getByRole("button", { name: `to ${email}` });
  await expect(resend).toBeVisible();
  await tabTo(page, resend);
  await page.keyboard.press("Enter");
  const asking = page.getByRole("dialog", { name: "Mail the buyer again?" });
  await expect(asking).toContainText(email);
  await page.keyboard.press("Escape");
  await expect(asking).toBeHidden();
  await expect(resend).toBeFocused();

  await page.keyboard.press("Enter");
  await page.route("**/resend", (route) => route.fulfill({ status: 503, json: {} }), { times: 1 });
  await asking.getByRole("button", { name: "Send mail" }).click();
  await expect(asking.getByRole("alert")).toHaveText("The mail could not be sent.");
  await asking.getByRole("button", { name: "Send mail" }).click();
  await expect(page.getByText(`Mailed to ${email}.`)).toBeVisible();
  await expect(asking).toBeHidden();
  await expect(resend).toBeFocused();
  const again = await site.mailTo(email, 2);
  expect(again.mail.subject).toMatch(/^Your order \d+ at [\w.:]+, again$/);
  await page.goto(linkIn(again, site));
  await expect(page.getByRole("heading", { name: "Your order" })).toBeVisible();
});

test("the export holds all orders of the filter", async ({ page, creator }) => {
  const { bowl, tip } = await sellBowlAndTip(creator);
  for (let count = 0; count < 27; count++) await buyByCalls(page.request, tip, { email: null });
  await buyByCalls(page.request, bowl, { email: "buyer@example.org" });
  await buyByCalls(page.request, bowl, "cancelled");
  await creator.signIn(page.context());
  await page.goto("/dashboard/products?view=orders");
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export CSV" }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), "utf8");
  expect(text.startsWith("\ufeffOrder,Created (UTC),Paid (UTC),Product,")).toBe(true);
  const lines = text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(29);
  expect(lines[1]).toMatch(
    /^\d+,\d{4}-.*,Bowl,physical,25\.00,1\.25,23\.75,EUR,paid,buyer@example\.org,0,mock$/,
  );
});

test("the list for everybody: full, empty, failing, on a desk and on a phone", async ({
  page,
  creator,
  guard,
}) => {
  guard.allow(/status of 500 .*\/api\/orders/);
  await creator.signIn(page.context());
  const check = async (what: string) => {
    for (const size of [page.viewportSize(), PHONE]) {
      if (size) await page.setViewportSize(size);
      await expectAccessible(page, what);
      if (size === PHONE) await expectFingerSizedTargets(page, what);
    }
    await expectNoSidewaysScroll(page, what);
    await page.setViewportSize({ width: 1280, height: 860 });
  };
  await page.goto("/dashboard/products?view=orders");
  await expect(page.getByText("No orders yet.")).toBeVisible();
  await check("orders, empty");

  const { bowl, tip } = await sellBowlAndTip(creator);
  await buyByCalls(page.request, bowl, { email: "buyer@example.org" });
  await buyByCalls(page.request, bowl, "cancelled");
  for (let count = 0; count < 25; count++) await buyByCalls(page.request, tip, { email: null });
  await page.goto("/dashboard/products?view=orders&status=all&page=2");
  await expect(row(page, /Bowl.*Paid/)).toBeVisible();
  await check("orders");
  await page.getByRole("button", { name: "Resend" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await check("resend an order");

  await page.route(/\/api\/orders\?/, (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto("/dashboard/products?view=orders");
  await expect(page.getByRole("alert")).toHaveText(/Your orders could not be loaded\./);
  await check("orders, failed");
  await page.unroute(/\/api\/orders\?/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("26 orders, page 1 of 2")).toBeVisible();
});
