import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { type Tile, tileRoutes } from "../../../contract/api/tiles.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aProduct, aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
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

test("never covers a focused field of the tile form, at any window size", async () => {
  await openDialog();
  // The form is a panel beside the page if the window has room for both, otherwise a modal dialog.
  const area = async () => {
    const isPanel = window.innerWidth >= 1024;
    await expect.poll(() => dialog.element().matches(":modal")).toBe(!isPanel);
    return isPanel ? document.body : dialog.element();
  };
  await expectFocusNeverCovered({ area });
  await dialog.getByLabelText("Type").selectOptions("product");
  await expectFocusNeverCovered({ area });
});

test("shows and focuses the error of a missing URL on a phone", async () => {
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

test("opens the dialog again if the browser closes it by force during a request", async () => {
  await page.viewport(900, 860);
  onTestFinished(() => page.viewport(1280, 860));
  const { server } = await openDialog();
  const saved = Promise.withResolvers<{ tile: Tile }>();
  server.respond(tileRoutes.create, () => saved.promise);
  await title.fill("My shop");
  await dialog.getByLabelText("Destination URL").fill("https://shop.example/");
  await dialog.getByRole("button", { name: "Add tile" }).click();
  await expect.element(dialog.getByRole("button", { name: "Saving…" })).toBeVisible();
  // A second back gesture on a phone does this, and no page can prevent it.
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

test("focuses its first field when it is opened by keyboard", async () => {
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
])("closes an unchanged form by %s at once, and asks about a changed one", async (_, close) => {
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

test("asks at each Escape and discards nothing", async () => {
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

test("is accessible with its errors and question at every width", async () => {
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

/** The click's target is the dialog element, which has the backdrop. */
function clickBeside() {
  const element = document.querySelector("dialog:modal");
  for (const type of ["mousedown", "click"])
    element?.dispatchEvent(new MouseEvent(type, { bubbles: true, detail: 1 }));
}
