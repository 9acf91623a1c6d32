import { writeFile } from "node:fs/promises";
import { test as base, expect } from "@playwright/test";
import { CreatorAccount, newUser } from "../support/creator.ts";
import { button, type Driver, field, heading, link, text } from "./driver.ts";
import { startFirefox } from "./firefox.ts";
import { startWebKit } from "./webkit.ts";

const test = base.extend<{ driver: Driver; site: string }>({
  site: async ({ baseURL }, use) => use(baseURL ?? ""),
  driver: async ({ site }, use, info) => {
    const driver = await (info.project.name === "firefox" ? startFirefox() : startWebKit());
    try {
      await use(driver);
      if (info.errors.length > 0) {
        await writeFile(info.outputPath("failure.png"), await driver.screenshot());
      }
      expect(driver.errors(), `errors of pages of ${site}`).toEqual([]);
    } finally {
      await driver.close();
    }
  },
});

test("a visitor shares a page, opens a tile, pays and downloads the file", async ({
  driver,
  site,
  playwright,
}) => {
  const api = await playwright.request.newContext({ baseURL: site });
  const creator = await CreatorAccount.register(api);
  await creator.offerFile({ name: "notes.txt", buffer: Buffer.from("The notes.") });

  await driver.open(`${site}${creator.page}`);
  await driver.waitFor(heading("Mara Lindt"));
  await driver.click(button("Share profile"));
  await driver.waitFor(button("Copy link"));
  await driver.click(button("Close"));

  await driver.click(link("My notes"));
  await driver.click(button("Purchase & Download"));
  await driver.waitFor(text("This is a mock checkout."));
  await driver.fill(field("Email"), "buyer@example.org");
  await driver.click(button("Pay €25.00"));
  await driver.waitFor(heading("Order confirmed"));
  const downloaded = await driver.run(
    "return (await fetch([...document.links].find((a) => a.textContent.trim() === 'Download').href)).text()",
  );
  expect(downloaded).toBe("The notes.");
  await creator.expectCounts({
    page_view: 1,
    profile_share: 1,
    tile_click: 1,
    checkout_start: 1,
    purchase: 1,
  });
  await api.dispose();
});

test("a creator registers and adds a tile", async ({ driver, site }) => {
  const user = newUser();
  await driver.open(`${site}/auth?tab=register`);
  await driver.fill(field("Display name"), user.displayName);
  await driver.fill(field("Handle"), user.handle);
  await driver.fill(field("Email"), user.email);
  await driver.fill(field("Password"), user.password);
  await driver.click(button("Register", "//form"));
  await driver.waitFor(heading(`Welcome, ${user.displayName}`));

  await driver.click(button("Add tile"));
  await driver.fill(field("Title", "//dialog"), "My shop");
  await driver.fill(field("Destination URL", "//dialog"), "https://shop.example/");
  await driver.click(button("Add tile", "//dialog"));
  await driver.waitFor(heading("My shop"));
  await driver.open(`${site}/@${user.handle}`);
  await driver.waitFor(link("My shop"));
});
