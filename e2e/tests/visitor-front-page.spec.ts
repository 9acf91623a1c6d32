import { expect, test } from "../support/fixtures.ts";

test("themes on the landing page are real pages, scaled down and loaded when near, and all images load", async ({
  page,
  baseURL,
}) => {
  const urls: string[] = [];
  const problems: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  page.on("console", (message) => problems.push(message.text()));
  const requested = () => urls.filter((url) => new URL(url).pathname.startsWith("/themes/"));
  await page.goto("/", { waitUntil: "load" });
  expect(requested()).toEqual([]);
  const frames = page.locator("iframe");
  for (const frame of await frames.all()) {
    await frame.scrollIntoViewIfNeeded();
    const sample = frame.contentFrame();
    await expect(sample.locator("h1")).toHaveText("Mosaic Studio");
    await expect(sample.locator(".tile")).toHaveCount(9);
  }
  expect(requested()).toHaveLength(await frames.count());
  const sample = page.locator(".phone img");
  await expect(sample).toHaveCount(8);
  for (const image of [...(await sample.all()), page.getByRole("img", { name: "Portrait of Amara Lindo" })]) {
    await image.scrollIntoViewIfNeeded();
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).not.toBe(0);
  }
  expect(urls.filter((url) => !url.startsWith(`${baseURL}/`))).toEqual([]);
  expect(problems).toEqual([]);
});

test("a signed-in creator logs out on the landing page and stays there", async ({
  page,
  creator,
  context,
}) => {
  await creator.signIn(context);
  await page.goto("/");
  const navigation = page.getByRole("navigation", { name: "Main menu" });
  await expect(navigation.getByRole("link", { name: "Go to dashboard" })).toHaveAttribute(
    "href",
    "/dashboard",
  );
  await navigation.getByRole("button", { name: "Logout" }).click();
  await expect(page.getByRole("button", { name: "Logout" })).toHaveCount(0);
  await expect(page).toHaveURL("/");
  await page.goto("/dashboard");
  await expect(page).toHaveURL("/auth?redirect=%2Fdashboard");
});
