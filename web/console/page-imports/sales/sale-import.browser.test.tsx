import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { orderRoutes } from "../../../../contract/api/orders.ts";
import { pageImportRoutes } from "../../../../contract/api/page-imports.ts";
import { type SaleFile, type SaleImport, saleImportRoutes } from "../../../../contract/api/sale-imports.ts";
import { respondToDashboard } from "../../../testing/dashboard.ts";
import { someOrders } from "../../../testing/order-entities.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { catchUploads, Sent } from "../../../testing/sent-uploads.ts";

catchUploads();

const FILE: SaleFile = {
  ...{ id: "6f9c0f8e-6d0a-4e26-9d0c-5b7c8a5f2a10", source: "gumroad", sales: 1203 },
  products: [
    { name: 'Brush set, "Wet"', count: 1200 },
    { name: "Atlas", count: 3 },
  ],
  left_out: [
    { reason: "no_file", count: 2, names: ["Sampler"] },
    { reason: "refunded", count: 4, names: [] },
    { reason: "invalid", count: 1, names: [] },
  ],
  invalid: [{ line: 9, text: "=cmd|' /C calc'!A0" }],
};
const DONE: SaleImport = {
  ...{ id: FILE.id, source: "gumroad", created_at: "2026-11-29T09:00:00.000Z" },
  ...{ added: 1203, undo_until: "2026-11-30T09:00:00.000Z" },
};

async function open({ imports = [] }: { imports?: SaleImport[] } = {}) {
  const opened = await renderConsole("/dashboard/settings/import", {
    server: (server) => {
      respondToDashboard(server);
      server.respond(orderRoutes.list, someOrders([]));
      server.respond(pageImportRoutes.list, { imports: [], waiting: null });
      server.respond(saleImportRoutes.list, { imports });
    },
  });
  const applied = opened.server.respond(saleImportRoutes.apply, { import: DONE });
  const undone = opened.server.respond(saleImportRoutes.undo, { removed: 1202, kept: 1 });
  return { ...opened, applied, undone };
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
async function read(file: SaleFile) {
  await page.getByLabelText("Choose the CSV of your sales").upload(new File(["a"], "sales.csv"));
  await expect.poll(() => Sent.all.at(-1)?.target).toBe("POST /api/sale-imports/read-file");
  Sent.all.at(-1)?.respond(200, { file });
}

test("shows which sales become orders and why others do not, and adds them", async () => {
  const { applied, router } = await open();
  await expectAccessibleAtEveryWidth();
  await read(FILE);
  await expect.element(page.getByRole("heading", { name: "Gumroad: 1,203 sales" })).toHaveFocus();
  await expect.element(page.getByText("1,200 sales")).toBeVisible();
  await expect
    .element(page.getByRole("listitem").filter({ hasText: "Sampler" }))
    .toHaveTextContent("Add its file first, then import the sales again2Sampler");
  await expect.element(page.getByText("Line 9: =cmd|' /C calc'!A0")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await button("Add 1,203 sales").click();
  await expect.element(page.getByText("1,203 sales added.")).toBeVisible();
  await expect.poll(() => router.state.location.search).toBe("?view=orders");
  expect(applied).toMatchObject([{ params: { id: FILE.id } }]);
});

test("shows why adding failed, and offers nothing where all sales are left out", async () => {
  const { server } = await open();
  server.fail(saleImportRoutes.apply, { status: 404, error: "This file was replaced. Choose it again." });
  await read(FILE);
  await button("Add 1,203 sales").click();
  await expect.element(page.getByText("This file was replaced. Choose it again.")).toBeVisible();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await read({ ...FILE, sales: 0, products: [] });
  await expect.element(page.getByRole("heading", { name: "Gumroad: no sales to add" })).toBeVisible();
  await expect.element(button(/^Add/)).not.toBeInTheDocument();
});

test("says why a file cannot be read, and refuses one that is too large before it is sent", async () => {
  await open();
  const picker = page.getByLabelText("Choose the CSV of your sales");
  await picker.upload(new File([new Uint8Array(5 * 1024 * 1024 + 1)], "a.csv"));
  await expect.element(page.getByText("A list of sales can have up to 5 MB.")).toBeVisible();
  expect(Sent.all).toEqual([]);
  await picker.upload(new File(["x"], "a.csv"));
  await expect.poll(() => Sent.all.length).toBe(1);
  Sent.all[0]?.respond(422, { error: "This file is not a list of sales.", code: "sale_imports.unreadable" });
  await expect.element(page.getByRole("alert")).toHaveTextContent("This file is not a list of sales.");
});

test("undoes an import of the last day, and says how many stay", async () => {
  const { undone } = await open({ imports: [DONE, { ...DONE, id: "other", undo_until: null }] });
  await expect.element(page.getByText("1,203 sales").first()).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await button("Undo").click();
  await expect
    .element(page.getByText("1,202 sales removed. 1 sale stays, because it was used or changed since."))
    .toBeVisible();
  expect(undone).toHaveLength(1);
});
