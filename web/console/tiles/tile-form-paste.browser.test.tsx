import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Creator, creatorRoutes } from "../../../contract/api/creators.ts";
import { type LinkPreview, linkPreviewRoutes } from "../../../contract/api/link-previews.ts";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { aCreator, aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectText } from "../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";

const URL_TEXT = "https://shop.example.org/mugs?ref=bio";
const IMAGE = "https://tessera.example/uploads/a1/960.webp";

async function openForm() {
  const console = await renderDashboard();
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

/** Pastes text into the field. */
async function paste(text: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const field = await url.findElement();
  field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
  await url.fill(text);
}

test("fills empty fields from the page of a pasted URL", async () => {
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

test("keeps text typed meanwhile, and leaves fields empty that the page does not fill", async () => {
  const { read } = await openForm();
  await paste(URL_TEXT);
  await title.fill("My own words");
  read.resolve({ title: "Mugs", description: null, image_url: null });
  await expect.element(reading).not.toBeInTheDocument();
  await expect.element(title).toHaveValue("My own words");
  await expect.element(description).toHaveValue("");
});

test("ignores the linked page of a URL that was replaced", async () => {
  const { read } = await openForm();
  await paste(URL_TEXT);
  await url.fill("https://elsewhere.example.org/");
  read.resolve({ title: "Mugs", description: null, image_url: null });
  await expect.element(reading).not.toBeInTheDocument();
  await expect.element(title).toHaveValue("");
});

test("leaves the form alone if a page cannot be read", async () => {
  const { server } = await openForm();
  const failed = server.fail(linkPreviewRoutes.create, { status: 429, error: "Too many requests." });
  await paste(URL_TEXT);
  await expect.poll(() => failed.length).toBe(1);
  await expect.element(reading).not.toBeInTheDocument();
  await expect.element(title).toHaveValue("");
  await expect.element(form.getByRole("alert")).not.toBeInTheDocument();
});

test.each(["not a URL", "javascript:alert(1)", "http://"])("requests no linked page for %s", async (text) => {
  const { requests } = await openForm();
  await paste(text);
  expect(requests).toEqual([]);
});

/** Pastes text into the field for links. */
async function pasteLinks(text: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const field = await form.getByLabelText("Paste links").findElement();
  field.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
}

test("fills the form from a single pasted link, with the type that plays it", async () => {
  const { requests, read } = await openForm();
  await pasteLinks("youtu.be/dQw4w9WgXcQ");
  await expect.element(form.getByLabelText("Type")).toHaveValue("content");
  await expect.element(url).toHaveValue("https://youtu.be/dQw4w9WgXcQ");
  await expect.element(title).toHaveFocus();
  read.resolve({ title: "A film", description: null, image_url: null });
  await expect.element(title).toHaveValue("A film");
  expect(requests).toHaveLength(1);
});

test("says that a text contains no link, and keeps it", async () => {
  await openForm();
  const field = form.getByLabelText("Paste links");
  await field.fill("my shop");
  await form.getByRole("button", { name: "Use link" }).click();
  await expectText("No link found. A link looks like https://example.org/page.", form);
  await expect.element(field).toHaveValue("my shop");
});

test("turns several links into a tile each, after a review", async () => {
  const { server } = await openForm();
  const tiles: Tile[] = [];
  const created = server.respond(tileRoutes.create, ({ body }) => {
    const { title, url } = body as { title: string; url: string };
    const tile = aTile({ id: tiles.length + 1, title, url, position: tiles.length });
    tiles.push(tile);
    return { tile };
  });
  server.respond(tileRoutes.list, () => ({ tiles }));
  server.respond(linkPreviewRoutes.create, ({ body }) => {
    const { url } = body as { url: string };
    if (url.includes("slow")) throw new Error("not read");
    return {
      preview: { url, title: `Page of ${new URL(url).hostname}`, description: null, image_url: null },
    };
  });
  await pasteLinks("https://a.example/\nhttps://www.slow.example/x\nhttps://youtu.be/dQw4w9WgXcQ");
  const list = page.getByRole("dialog", { name: "Add links" });
  await expect.element(list.getByLabelText("Title of https://a.example/")).toHaveValue("Page of a.example");
  await expect
    .element(list.getByLabelText("Title of https://www.slow.example/x"))
    .toHaveValue("slow.example");
  await expectAccessibleAtEveryWidth();
  await list.getByLabelText("Title of https://a.example/").fill("My shop");
  await list.getByLabelText("Add https://www.slow.example/x").click();
  await list.getByRole("button", { name: "Add 2 links" }).click();
  await expectText("2 tiles added.");
  await expect.element(page.getByRole("heading", { name: "My shop" })).toBeVisible();
  expect(created.map(({ body }) => body)).toMatchObject([
    { type: "link", title: "My shop", url: "https://a.example/" },
    { type: "content", title: "Page of youtu.be" },
  ]);
});

test("does not select links beyond the plan, and keeps a rejected one with the reason", async () => {
  const { server } = await openForm();
  server.respond(linkPreviewRoutes.create, ({ body }) => ({
    preview: { url: (body as { url: string }).url, title: null, description: null, image_url: null },
  }));
  await pasteLinks(Array.from({ length: 7 }, (_, place) => `https://${place}.example/`).join(" "));
  await expect.element(page.getByRole("button", { name: "Add 5 links" })).toBeVisible();
  await page.getByLabelText("Add https://5.example/").click();
  await expectText(/^Your page has room for 5 more\./);
  const refused = server.fail(tileRoutes.create, { status: 403, error: "Free plan tile limit reached." });
  await page.getByRole("button", { name: "Add 6 links" }).click();
  await expectText("Free plan tile limit reached.");
  await expect.element(page.getByLabelText("Title of https://0.example/")).toHaveValue("0.example");
  expect(refused).toHaveLength(1);
  await page.getByRole("button", { name: "Close" }).click();
  await expect.element(page.getByRole("dialog", { name: "Discard your changes?" })).toBeVisible();
});

const instagram = { platform: "instagram", url: "https://instagram.com/maravey" } as const;
/** A link that another tab adds meanwhile. */
const elsewhere = { platform: "website", url: "https://elsewhere.example/" } as const;

test("offers profiles as social links, and names what is no link", async () => {
  const { server } = await openForm();
  server.respond(linkPreviewRoutes.create, ({ body }) => ({
    preview: { url: (body as { url: string }).url, title: null, description: null, image_url: null },
  }));
  await pasteLinks("instagram.com/maravey\nhttps://open.spotify.com/album/1\n@maravey");
  const list = page.getByRole("dialog", { name: "Add links" });
  await expectText(/Left out, .*: @maravey$/, list);
  await expect.element(list.getByLabelText("Add https://instagram.com/maravey")).toBeChecked();
  await expect
    .element(list.getByLabelText("Title of https://open.spotify.com/album/1"))
    .toHaveValue("Spotify");
  await expectAccessibleAtEveryWidth();
  const refused = server.fail(creatorRoutes.save, { status: 400, error: "Add at most 20 social links." });
  await list.getByRole("button", { name: "Add 2 links" }).click();
  await expectText("Add at most 20 social links.", list);
  expect(refused).toHaveLength(1);
  const saved = server.respond(creatorRoutes.save, ({ body }) => ({
    creator: aCreator({ socials: [...(body as Pick<Creator, "socials">).socials, elsewhere] }),
  }));
  const created = server.respond(tileRoutes.create, { tile: aTile({ id: 1, title: "Spotify" }) });
  await list.getByRole("button", { name: "Add 2 links" }).click();
  await expectText("1 social link added.");
  await expect.element(list).not.toBeInTheDocument();
  expect(created).toHaveLength(1);
  expect(saved[0]?.body).toMatchObject({ socials: [instagram] });
  const notice = page.getByRole("listitem").filter({ hasText: "1 social link added." });
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => saved.at(1)?.body).toMatchObject({ socials: [elsewhere] });
});
