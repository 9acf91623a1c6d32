import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { analyticsRoutes } from "../../../contract/api/analytics.ts";
import { type LinkPreview, linkPreviewRoutes } from "../../../contract/api/link-previews.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { aCreator, noAnalytics } from "../../testing/entities.ts";
import { renderConsole } from "../../testing/render-console.tsx";

const URL_TEXT = "https://shop.example.org/mugs?ref=bio";
const IMAGE = "https://tessera.example/uploads/a1/960.webp";

async function openForm() {
  const console = await renderConsole("/dashboard", {
    creator: aCreator(),
    server: (server) => {
      server.respond(tileRoutes.list, { tiles: [] });
      server.respond(analyticsRoutes.summary, noAnalytics());
    },
  });
  const read = Promise.withResolvers<Omit<LinkPreview, "url">>();
  const requests = console.server.respond(linkPreviewRoutes.create, async () => ({
    preview: { url: URL_TEXT, ...(await read.promise) },
  }));
  await page.getByRole("button", { name: "Add tile" }).click();
  await expect.element(url).toBeVisible();
  return { ...console, requests, read };
}
const form = page.getByRole("dialog", { name: "Add tile" });
const title = form.getByLabelText("Title", { exact: true });
const description = form.getByLabelText("Description", { exact: true });
const url = form.getByLabelText("Destination URL");
const reading = form.getByText("Reading the linked page…");

/** Puts text in the field as a paste does. */
async function paste(text: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  url
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
  await url.fill(text);
}

test("a pasted URL fills the empty fields from its page", async () => {
  const { requests, read } = await openForm();
  await paste(URL_TEXT);
  await expect.element(reading).toBeVisible();
  read.resolve({ title: "Mugs", description: "Thrown by hand.", image_url: IMAGE });
  await expect.element(title).toHaveValue("Mugs");
  await expect.element(description).toHaveValue("Thrown by hand.");
  await expect.element(form.getByLabelText("Image URL")).toHaveValue(IMAGE);
  await expect.element(reading).not.toBeInTheDocument();
  expect(requests).toMatchObject([{ body: { url: URL_TEXT } }]);
});

test("what was typed meanwhile stays, and what the page does not say stays empty", async () => {
  const { read } = await openForm();
  await paste(URL_TEXT);
  await title.fill("My own words");
  read.resolve({ title: "Mugs", description: null, image_url: null });
  await expect.element(reading).not.toBeInTheDocument();
  await expect.element(title).toHaveValue("My own words");
  await expect.element(description).toHaveValue("");
});

test("nothing of a page is filled in once its URL was replaced", async () => {
  const { read } = await openForm();
  await paste(URL_TEXT);
  await url.fill("https://elsewhere.example.org/");
  read.resolve({ title: "Mugs", description: null, image_url: null });
  await expect.element(reading).not.toBeInTheDocument();
  await expect.element(title).toHaveValue("");
});

test("a page that cannot be read leaves the form as it is", async () => {
  const { server } = await openForm();
  const failed = server.fail(linkPreviewRoutes.create, { status: 429, error: "Too many requests." });
  await paste(URL_TEXT);
  await expect.poll(() => failed.length).toBe(1);
  await expect.element(reading).not.toBeInTheDocument();
  await expect.element(title).toHaveValue("");
  await expect.element(form.getByRole("alert")).not.toBeInTheDocument();
});

test.each(["not a URL", "javascript:alert(1)", "http://"])("%s is not sent", async (text) => {
  const { requests } = await openForm();
  await paste(text);
  expect(requests).toEqual([]);
});
