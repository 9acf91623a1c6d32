import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { CENTER } from "../../../contract/api/images.ts";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { catchUploads, Sent } from "../../testing/sent-uploads.ts";

const PHOTO = new URL("/web/public/apple-touch-icon.png", location.origin).href;
const urls = [1, 2, 3].map((n) => `${PHOTO}?${n}`);
const photo = (name: string) => new File(["a"], name, { type: "image/png" });
const dialog = page.getByRole("dialog", { name: /tile$/ });
const button = (name: string) => dialog.getByRole("button", { name, exact: true });
const field = (label: string) => dialog.getByLabelText(label, { exact: true });
const descriptions = () =>
  dialog
    .getByRole("textbox", { name: /^Description of picture/ })
    .elements()
    .map((input) => (input as HTMLInputElement).value);

catchUploads();

async function openForm(tiles: Tile[] = []) {
  const { server } = await renderDashboard({ tiles: () => tiles });
  if (tiles[0]) await page.getByRole("button", { name: `Edit ${tiles[0].title}` }).click();
  else {
    await page.getByRole("button", { name: "Add tile" }).click();
    await dialog.getByLabelText("Type").selectOptions("gallery");
  }
  return server;
}

async function finishUpload(at: number) {
  await expect.poll(() => Sent.all.length).toBe(at + 1);
  Sent.all[at]?.respond(201, { url: urls[at], path: "a" });
}

test("uploads several pictures one after the other, describes, orders and removes them by keyboard", async () => {
  const server = await openForm();
  const created = server.respond(tileRoutes.create, { tile: aTile({ type: "gallery" }) });
  await button("Add tile").click();
  await expect.element(dialog.getByText("Add a picture.")).toBeVisible();
  await userEvent.upload(field("Add pictures"), ["a.png", "b.png", "c.png"].map(photo));
  await expect.element(dialog.getByText("2 more to upload")).toBeVisible();
  await button("Add tile").click();
  await expect.element(dialog.getByText("Please wait for the image upload to finish.")).toBeVisible();
  for (const at of [0, 1, 2]) await finishUpload(at);
  await dialog.getByLabelText("Description of picture 3").fill("Third");
  await dialog.getByLabelText("Description of picture 1").fill("First");
  await expectAccessibleAtEveryWidth();
  button("Move up picture 3").element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(descriptions).toEqual(["First", "Third", ""]);
  await button("Crop picture 2").click();
  await dialog.getByLabelText("From left to right").fill("20");
  button("Remove picture 3").element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(descriptions).toEqual(["First", "Third"]);
  // The focus stays in the list although its button is gone.
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true);
  await button("Add tile").click();
  await expect
    .poll(() => created.map(({ body }) => body))
    .toMatchObject([
      {
        type: "gallery",
        images: [
          { url: urls[0], alt: "First", focus: CENTER },
          { url: urls[2], alt: "Third", focus: { x: 20, y: 50 } },
        ],
      },
    ]);
});

test("takes as many pictures as there is room for, and names the number of the others", async () => {
  const images = Array.from({ length: 11 }, (_, n) => ({
    url: `${PHOTO}?${n + 10}`,
    alt: "",
    focus: CENTER,
  }));
  await openForm([aTile({ id: 3, type: "gallery", title: "Studio", url: null, images })]);
  await userEvent.upload(field("Add pictures"), ["a.png", "b.png"].map(photo));
  await finishUpload(0);
  await expect.poll(descriptions).toHaveLength(12);
  await expect.element(dialog.getByText("There is room for 12 pictures. Left out: 1 picture.")).toBeVisible();
  await expect.element(field("Add pictures")).not.toBeInTheDocument();
});

test("sends nothing after a failed upload", async () => {
  await openForm();
  await userEvent.upload(field("Add pictures"), ["a.png", "b.png"].map(photo));
  await expect.poll(() => Sent.all.length).toBe(1);
  Sent.all[0]?.respond(400, { error: "This is not an image.", code: "files.not_an_image" });
  await expect.element(dialog.getByText("This is not an image.")).toBeVisible();
  await expect.element(field("Add pictures")).toBeVisible();
  expect(Sent.all).toHaveLength(1);
});
