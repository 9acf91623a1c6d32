import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { appearanceRoutes } from "../../../contract/api/appearance.ts";
import { pagePreviewRoutes } from "../../../contract/api/page-preview.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aTile } from "../../testing/console-entities.ts";
import { renderDashboard } from "../../testing/dashboard.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";

const tiles = [aTile({ id: 1, title: "My shop" }), aTile({ id: 2, title: "A film", position: 1 })];
const PAGE = `<!doctype html><title>Page</title>
  <a data-tile="1" href="https://shop.example/"><b>My shop</b></a><br><a data-tile="2" href="/elsewhere">A film</a><div style="height: 3000px"></div>`;

beforeEach(() => page.viewport(1280, 860));

async function openDashboard() {
  const opened = await openDashboardOnPhone();
  await expect.poll(() => tileInPage(1)).not.toBeUndefined();
  return opened;
}

/** Opens the dashboard with the page still hidden. */
async function openDashboardOnPhone() {
  const requests: unknown[] = [];
  const console = await renderDashboard({
    tiles: () => tiles,
    server: (server) =>
      server.respond(pagePreviewRoutes.render, ({ body }) => {
        requests.push(body);
        return { html: PAGE, corrections: [], scheme: null };
      }),
  });
  await expect.element(page.getByRole("heading", { name: "A film" })).toBeVisible();
  return { ...console, requests };
}
const tileInPage = (id: number) =>
  document.querySelector("iframe")?.contentDocument?.querySelector<HTMLElement>(`[data-tile="${id}"]`) ??
  undefined;
const form = page.getByRole("dialog", { name: "Edit tile" });
const pageDialog = page.getByRole("dialog", { name: "Your page" });
const title = form.getByLabelText("Title", { exact: true });

test("shows typed changes before they are saved, and marks the tile", async () => {
  const { requests } = await openDashboard();
  expect(requests.at(-1)).toMatchObject({ scheme: "light" });
  await page.getByRole("button", { name: "Edit A film" }).click();
  await title.fill("A longer film");
  await expect
    .poll(() => requests.at(-1))
    .toMatchObject({ tile: { id: 2, content: { type: "link", title: "A longer film" } } });
  await expect.poll(() => tileInPage(2)?.style.outline).toContain("3px");
  await expect.poll(() => tileInPage(1)?.style.outline).toBe("");
  await userEvent.keyboard("{Escape}");
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect.poll(() => tileInPage(2)?.style.outline).toBe("");
});

test("shows a tile without title and URL with placeholders", async () => {
  const { requests } = await openDashboard();
  await page.getByRole("button", { name: "Add tile" }).click();
  await expect
    .poll(() => requests.at(-1))
    .toMatchObject({ tile: { id: null, content: { title: "Link", url: "https://example.org/" } } });
});

test("edits a clicked tile of the page, after a question about unsaved changes", async () => {
  await openDashboard();
  tileInPage(1)?.querySelector("b")?.click();
  await expect.element(title).toHaveValue("My shop");
  tileInPage(2)?.click();
  await expect.element(title).toHaveValue("A film");
  await title.fill("Changed");
  tileInPage(1)?.click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(title).toHaveValue("Changed");
  tileInPage(1)?.click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(title).toHaveValue("My shop");
});

test("shows the form beside the page, and returns the focus to its opener", async () => {
  await openDashboard();
  const edit = page.getByRole("button", { name: "Edit A film" });
  await edit.click();
  await expect.element(form).toBeVisible();
  expect(document.querySelector("dialog:modal")).toBeNull();
  await expect.element(page.getByRole("button", { name: "Dark" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(edit).toHaveFocus();
});

test("closes an open menu by Escape before the form", async () => {
  await openDashboard();
  await page.getByRole("button", { name: "Edit A film" }).click();
  await expect.element(form).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  await expect.element(page.getByRole("menuitem", { name: "Logout" })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("menuitem", { name: "Logout" })).not.toBeInTheDocument();
  await expect.element(form).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(form).not.toBeInTheDocument();
});

test("keeps the form open when Escape ends the composition of letters", async () => {
  await openDashboard();
  await page.getByRole("button", { name: "Edit A film" }).click();
  await expect.element(form).toBeVisible();
  const key = { key: "Escape", bubbles: true, cancelable: true };
  const field = await title.findElement();
  field.dispatchEvent(new KeyboardEvent("keydown", { ...key, isComposing: true }));
  await expect.element(form).toBeVisible();
  field.dispatchEvent(new KeyboardEvent("keydown", key));
  await expect.element(form).not.toBeInTheDocument();
});

test("renders the page again when the dashboard is reopened", async () => {
  const { requests, router, server } = await openDashboard();
  const before = requests.length;
  server.fail(appearanceRoutes.show, { status: 500, error: "Something went wrong." });
  await router.navigate("/dashboard/appearance");
  await expect.element(page.getByRole("heading", { name: "Appearance" })).toBeVisible();
  await router.navigate("/dashboard");
  await expect.poll(() => requests.length).toBeGreaterThan(before);
});

test("opens the form beside the page with its buttons in view", async () => {
  await openDashboard();
  await page.getByRole("button", { name: "Edit A film" }).click();
  await expect.element(form.getByRole("button", { name: "Save tile" })).toBeInViewport({ ratio: 0.95 });
  await expect.element(form.getByRole("heading", { name: "Edit tile" })).toBeInViewport({ ratio: 0.95 });
  await expect.element(page.getByRole("button", { name: "Wide" })).toBeInViewport({ ratio: 0.95 });
});

test("keeps the form when the window becomes too narrow for the page", async () => {
  await openDashboard();
  await page.getByRole("button", { name: "Edit A film" }).click();
  await title.fill("Half typed");
  await page.viewport(700, 860);
  await expect.poll(() => document.querySelector("dialog:modal")).not.toBeNull();
  await expect.element(title).toHaveValue("Half typed");
  await page.viewport(1280, 860);
  await expect.poll(() => document.querySelector("dialog:modal")).toBeNull();
  await expect.element(title).toHaveValue("Half typed");
});

test("keeps the last preview after a failure, reports it and tries again", async () => {
  const { server } = await openDashboard();
  server.fail(pagePreviewRoutes.render, { status: 500, error: "Something went wrong." });
  await page.getByRole("button", { name: "Dark" }).click();
  await expect.element(page.getByText("Couldn't load the preview.")).toBeVisible();
  expect(tileInPage(1)).not.toBeUndefined();
  server.respond(pagePreviewRoutes.render, { html: PAGE, corrections: [], scheme: null });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("Couldn't load the preview.")).not.toBeInTheDocument();
});

test("keeps form and page accessible at every width", async () => {
  await openDashboard();
  await page.getByRole("button", { name: "Edit A film" }).click();
  await expectAccessibleAtEveryWidth();
});

test("shows the page one tap away from the form on a phone", async () => {
  await page.viewport(360, 740);
  const { requests } = await openDashboardOnPhone();
  await page.getByRole("button", { name: "Edit A film" }).click();
  await title.fill("A longer film");
  expect(requests).toEqual([]);
  await form.getByRole("button", { name: "Preview", exact: true }).click();
  await expect
    .poll(() => requests.at(-1))
    .toMatchObject({ tile: { id: 2, content: { title: "A longer film" } } });
  await expect.poll(() => tileInPage(2)?.style.outline).toContain("3px");
  await expectAccessible();
  await pageDialog.getByRole("button", { name: "Close" }).click();
  await expect.element(title).toHaveValue("A longer film");

  // After the question, a click on a tile opens its form.
  await form.getByRole("button", { name: "Preview", exact: true }).click();
  await expect.poll(() => tileInPage(1)).not.toBeUndefined();
  tileInPage(1)?.click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect.element(title).toHaveValue("My shop");
});

test("shows the page one tap away from the list on a phone, at its scroll position", async () => {
  await page.viewport(360, 740);
  await openDashboardOnPhone();
  const preview = page.getByRole("button", { name: "Preview", exact: true });
  const view = () => document.querySelector("iframe")?.contentWindow;
  await preview.click();
  await expect.poll(() => tileInPage(1)).not.toBeUndefined();
  const scroll = () => {
    // The page can only be scrolled this far once it is complete.
    view()?.scrollTo(0, 700);
    return view()?.scrollY;
  };
  await expect.poll(scroll).toBe(700);
  // The page reports its scroll position only with the next frame.
  await new Promise((resolve) => view()?.requestAnimationFrame(resolve));
  await userEvent.keyboard("{Escape}");
  await expect.element(preview).toHaveFocus();
  await preview.click();
  await expect.poll(() => view()?.scrollY).toBe(700);
});
