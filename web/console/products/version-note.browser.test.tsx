import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aProduct } from "../../testing/console-entities.ts";
import { catchUploads, Sent } from "../../testing/sent-uploads.ts";
import { renderShop } from "../../testing/shop.ts";

catchUploads();

const note = page.getByLabelText("Note on the new version");

test("asks for a note once a saved file is replaced, and saves it with the product", async () => {
  const files = [{ id: 1, path: "path-1", name: "one.mp3", size: 2048 }];
  const { updated } = await renderShop("/dashboard/products/1", { products: [aProduct({ files })] });
  await expect.element(page.getByLabelText("Name of file 1")).toBeVisible();
  await userEvent.upload(page.getByLabelText("Add files"), new File(["a"], "two.mp3"));
  await expect.poll(() => Sent.all).toHaveLength(1);
  Sent.all[0]?.respond(201, { path: "added", url: null });
  await expect.element(page.getByLabelText("Name of file 2")).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();

  await userEvent.upload(page.getByLabelText("Replace file 1"), new File(["b"], "mended.mp3"));
  await expect.poll(() => Sent.all).toHaveLength(2);
  Sent.all[1]?.respond(201, { path: "mended", url: null });
  await note.fill("Mended the end.");
  await expectAccessible();
  await page.getByRole("button", { name: "Save product" }).click();
  await expect
    .poll(() => updated.map(({ body }) => body))
    .toMatchObject([
      { files: [{ id: 1, path: "mended" }, { path: "added" }], versionNote: "Mended the end." },
    ]);
});
