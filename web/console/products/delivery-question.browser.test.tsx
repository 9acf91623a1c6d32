import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { aProduct } from "../../testing/console-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { catchUploads, Sent } from "../../testing/sent-uploads.ts";
import { renderShop } from "../../testing/shop.ts";

const field = (label: string) => page.getByLabelText(label, { exact: true });
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog", { name: "Deliver what?" });

const aFile = { id: 1, path: "path-1", name: "notes.pdf", size: 2048 };

catchUploads();

async function createNotes() {
  const shop = await renderShop("/dashboard/products/new");
  await field("Name").fill("Notes");
  await field("Description").fill("On clay.");
  await button("Create product").click();
  await expect.element(dialog()).toHaveTextContent("Notes has no file, message or link for its buyers yet.");
  expect(shop.created).toEqual([]);
  return shop;
}

test("asks what a new digital product delivers, and saves it as it is on request", async () => {
  const { created } = await createNotes();
  await expectAccessibleAtEveryWidth();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button("Create product")).toHaveFocus();
  await expect.element(field("Description")).toHaveValue("On clay.");
  await button("Create product").click();
  await button("Save it, I'll send it myself").click();
  await expect.element(page.getByText("Notes saved.")).toBeVisible();
  expect(created).toMatchObject([{ body: { name: "Notes", type: "digital", description: "On clay." } }]);
});

test("leads to the message and asks no more once it is written", async () => {
  const { created } = await createNotes();
  await button("Write a message or a link").click();
  await expect.element(field("Message to buyers")).toHaveFocus();
  await userEvent.keyboard("The password is clay.");
  await button("Create product").click();
  await expect.element(page.getByText("Notes saved.")).toBeVisible();
  expect(created).toMatchObject([
    { body: { description: "On clay.", buyerMessage: "The password is clay." } },
  ]);
});

test("makes a service of it by keyboard", async () => {
  const { created } = await createNotes();
  await expect.element(page.getByLabelText("Add files")).toHaveFocus();
  await userEvent.keyboard("{Tab}{Tab}{Enter}");
  await expect.element(page.getByRole("radio", { name: "Service" })).toHaveFocus();
  await expect.element(page.getByRole("radio", { name: "Service" })).toBeChecked();
  await button("Create product").click();
  await expect.element(page.getByText("Notes saved.")).toBeVisible();
  expect(created).toMatchObject([{ body: { type: "service", description: "On clay." } }]);
});

test("uploads the files that are chosen in the dialog", async () => {
  await createNotes();
  await userEvent.upload(page.getByLabelText("Add files"), new File(["notes"], "notes.pdf"));
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(() => Sent.all.length).toBe(1);
  await expect.element(field("Description")).toHaveValue("On clay.");
});

test.each([
  ["keeps silent about a product that was saved so", { active: true }, "Save product", 1],
  ["asks when such a product goes to the page", { active: true }, "Save and put on page", 0],
  ["asks when its files were removed", { active: true, files: [aFile] }, "Save product", 0],
])("%s", async (_, given, save, saves) => {
  const { updated } = await renderShop("/dashboard/products/1", {
    products: [aProduct({ name: "Notes", type: "digital", ...given })],
  });
  await field("Name").fill("My notes");
  if ("files" in given) await button("Remove file 1").click();
  await button(save).click();
  if (saves > 0) await expect.element(page.getByText("My notes saved.")).toBeVisible();
  else await expect.element(dialog()).toBeVisible();
  expect(updated).toHaveLength(saves);
});

test("asks when an inactive product without a file becomes active", async () => {
  const { updated } = await renderShop("/dashboard/products/1", {
    products: [aProduct({ name: "Notes", type: "digital", active: false })],
  });
  await page.getByRole("switch", { name: "Active" }).click();
  await button("Save product").click();
  await expect.element(dialog()).toBeVisible();
  expect(updated).toEqual([]);
});
