import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { aProduct, aTile } from "../../testing/entities.ts";
import { expectFocusNeverCovered } from "../../testing/focus-visible.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";

async function openDialog() {
  const console = await renderDashboard({ products: [aProduct({ id: 3, name: "Bowl", price_cents: 2500 })] });
  await page.getByRole("button", { name: "Add tile" }).click();
  await expect.element(page.getByRole("dialog")).toBeVisible();
  return console;
}
const dialog = page.getByRole("dialog", { name: /tile$/ });
const title = dialog.getByLabelText("Title", { exact: true });

test("no focused field of the tile form is covered, at any window size", async () => {
  await openDialog();
  // A panel of the page where the window has room for both, else a modal dialog.
  const area = async () => {
    const isPanel = window.innerWidth >= 1024;
    await expect.poll(() => dialog.element().matches(":modal")).toBe(!isPanel);
    return isPanel ? document.body : dialog.element();
  };
  await expectFocusNeverCovered({ area });
  await dialog.getByLabelText("Type").selectOptions("product");
  await expectFocusNeverCovered({ area });
});

test("on a phone the error of a missing URL is in view, and its field has the focus", async () => {
  await page.viewport(360, 740);
  await openDialog();
  await title.fill("Film");
  await dialog.getByRole("button", { name: "Add tile" }).click();
  const error = dialog.getByText("Please provide a destination URL.");
  await expect.element(error).toBeInViewport({ ratio: 1 });
  await expect.element(dialog.getByLabelText("Destination URL")).toHaveFocus();
  const { left, bottom } = error.element().getBoundingClientRect();
  expect(document.elementFromPoint(left + 4, bottom - 4)).toBe(error.element());
  await page.viewport(1280, 860);
});

test("a dialog that the browser closes by force stays open while its request is in progress", async () => {
  await page.viewport(900, 860);
  onTestFinished(() => page.viewport(1280, 860));
  const { server } = await openDialog();
  const saved = Promise.withResolvers<{ tile: Tile }>();
  server.respond(tileRoutes.create, () => saved.promise);
  await title.fill("My shop");
  await dialog.getByLabelText("Destination URL").fill("https://shop.example/");
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect.element(dialog.getByRole("button", { name: "Saving…" })).toBeVisible();
  // The back gesture of a phone does this the second time, when no page can prevent it.
  const closeByForce = () => document.querySelector<HTMLDialogElement>("dialog:modal")?.close();
  closeByForce();
  await expect.poll(() => document.querySelector("dialog:modal")).not.toBeNull();
  await expect.element(title).toHaveValue("My shop");
  saved.resolve({ tile: aTile({ title: "My shop" }) });
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Add tile" }).click();
  await expect.element(dialog).toBeVisible();
  closeByForce();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("opened by keyboard, the dialog focuses its first field", async () => {
  await openDialog();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Add tile" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByLabelText("Paste links")).toHaveFocus();
  await expectAccessible();
});

test.each([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["the close button", () => dialog.getByRole("button", { name: "Close" }).click()],
  ["Cancel", () => dialog.getByRole("button", { name: "Cancel" }).click()],
  ["a click beside it", () => clickBeside()],
])("%s closes an unchanged form at once and asks about a changed one", async (_, close) => {
  await page.viewport(900, 860);
  onTestFinished(() => page.viewport(1280, 860));
  await openDialog();
  await close();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();

  await page.getByRole("button", { name: "Add tile" }).click();
  await title.fill("Never mind");
  await close();
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(title).toHaveValue("Never mind");
  await close();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Add tile" })).toHaveFocus();
});

test("Escape pressed again and again asks each time and discards nothing", async () => {
  await openDialog();
  await title.fill("Film");
  const question = page.getByRole("dialog", { name: "Discard your changes?" });
  for (let round = 0; round < 3; round += 1) {
    await userEvent.keyboard("{Escape}");
    await expect.element(question).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(question).not.toBeInTheDocument();
  }
  await expect.element(title).toHaveValue("Film");
});

test("the form, its errors and its question are accessible at every width", async () => {
  await openDialog();
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect.element(page.getByText("Title is required.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await dialog.getByLabelText("Type").selectOptions("product");
  await expectAccessibleAtEveryWidth();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("dialog", { name: "Discard your changes?" })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

/** The click's target is the dialog element itself: its backdrop. */
function clickBeside() {
  const element = document.querySelector("dialog:modal");
  for (const type of ["mousedown", "click"])
    element?.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }));
}
