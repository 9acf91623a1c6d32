import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { creatorRoutes } from "../../../contract/api/creators.ts";
import {
  type PageContents,
  type PageImport,
  pageImportRoutes,
  type WaitingRows,
} from "../../../contract/api/page-imports.ts";
import { saleImportRoutes } from "../../../contract/api/sale-imports.ts";
import { tileRoutes } from "../../../contract/api/tiles.ts";
import { aCreator, aTile } from "../../testing/console-entities.ts";
import { respondToDashboard } from "../../testing/dashboard.ts";
import { expectAccessibleAtEveryWidth } from "../../testing/phone.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { catchUploads, Sent } from "../../testing/sent-uploads.ts";

catchUploads();

const ROW = {
  kind: "link",
  title: "Shop",
  url: "https://shop.example/",
  description: null,
  image_url: null,
} as const;
const CONTENTS: PageContents = {
  id: "6f9c0f8e-6d0a-4e26-9d0c-5b7c8a5f2a10",
  source: "linktree",
  name: "Vera",
  bio: "I bake bread.",
  rows: [
    ROW,
    { ...ROW, kind: "heading", title: "Recipes", url: null },
    { ...ROW, title: "Rye", url: "https://rye.example/" },
  ],
  socials: ["https://instagram.com/vera"],
  left_out: [{ name: "Course", reason: "paid" }],
};
const DONE: PageImport = {
  ...{ id: CONTENTS.id, source: "linktree", created_at: "2026-11-29T09:00:00.000Z" },
  ...{ added: 2, rest: 0, undo_until: "2026-11-30T09:00:00.000Z" },
};

async function open({
  imports = [],
  waiting = null,
  bio = null,
}: {
  imports?: PageImport[];
  waiting?: WaitingRows | null;
  bio?: string | null;
} = {}) {
  const creator = aCreator({ bio, socials: [] });
  const opened = await renderConsole("/dashboard/settings/import", {
    creator,
    server: (server) => {
      respondToDashboard(server);
      server.respond(pageImportRoutes.list, { imports, waiting });
      server.respond(saleImportRoutes.list, { imports: [] });
    },
  });
  const { server } = opened;
  const reads = server.respond(pageImportRoutes.readUrl, { contents: CONTENTS });
  const applied = server.respond(pageImportRoutes.apply, () => {
    server.respond(tileRoutes.list, { tiles: [aTile({ title: "Shop" })] });
    return { import: DONE };
  });
  const saves = server.respond(creatorRoutes.save, { creator });
  const undone = server.respond(pageImportRoutes.undo, { removed: 1, kept: ["Rye"] });
  return { ...opened, reads, applied, saves, undone };
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const read = async (url: string) => {
  await page.getByLabelText("Link to your page").fill(url);
  await button("Read the page").click();
};

test("adds what is chosen of a page that was read, and undoes it", async () => {
  const { reads, applied, saves, undone, router } = await open();
  await expectAccessibleAtEveryWidth();
  await read("linktr.ee/vera");
  await expect.element(page.getByRole("heading", { name: "Linktree: choose what to add" })).toHaveFocus();
  expect(reads.map(({ body }) => body)).toEqual([{ url: "https://linktr.ee/vera" }]);
  await expect.element(page.getByText("Course is sold there.")).not.toBeVisible();
  await page.getByText("Left out: 1").click();
  await expect.element(page.getByText("Course is sold there.")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await page.getByRole("checkbox", { name: "Add Recipes" }).click();
  await button("Add 4 rows").click();
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
  expect(applied.map(({ body }) => body)).toEqual([{ rows: [0, 2] }]);
  expect(saves.map(({ body }) => body)).toMatchObject([
    { bio: "I bake bread.", socials: [{ platform: "instagram", url: "https://instagram.com/vera" }] },
  ]);
  await expect.element(page.getByText("2 tiles added.")).toBeVisible();
  await button("Undo").click();
  await expect.element(page.getByText("Undone. Kept, because you changed them: Rye.")).toBeVisible();
  expect(undone).toHaveLength(1);
});

test("keeps a bio that exists, and adds the profile once if the tiles fail", async () => {
  const { server, saves } = await open({ bio: "I knead." });
  server.fail(pageImportRoutes.apply, { status: 400, error: "This link is blocked." });
  await read("https://linktr.ee/vera");
  await expect.element(page.getByRole("checkbox", { name: "Add I bake bread." })).not.toBeChecked();
  await button("Add 4 rows").click();
  await expect.element(page.getByText("This link is blocked.")).toBeVisible();
  await button("Add 3 rows").click();
  await expect.element(button("Add 3 rows")).toBeEnabled();
  expect(saves.map(({ body }) => (body as { bio?: string | null }).bio)).toEqual([undefined]);
});

test("says why a page cannot be read, and keeps its link", async () => {
  const { server } = await open();
  server.fail(pageImportRoutes.readUrl, { status: 422, error: "Couldn't read that page. Upload it." });
  await read("https://closed.example/");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Couldn't read that page. Upload it.");
  await expect.element(page.getByLabelText("Link to your page")).toHaveValue("https://closed.example/");
});

test("reads a file, and refuses one that is too large before it is sent", async () => {
  await open();
  const picker = page.getByLabelText("Choose a file");
  await picker.upload(new File([new Uint8Array(5 * 1024 * 1024 + 1)], "large.html"));
  await expect.element(page.getByText("A page or list can have up to 5 MB.")).toBeVisible();
  expect(Sent.all).toEqual([]);
  await picker.upload(new File(["<a>"], "bookmarks.html"));
  await expect.poll(() => Sent.all.map(({ target }) => target)).toEqual(["POST /api/page-imports/read-file"]);
  Sent.all[0]?.respond(200, { contents: { ...CONTENTS, source: "bookmarks" } });
  await expect.element(page.getByRole("heading", { name: "Bookmarks: choose what to add" })).toBeVisible();
});

test("adds products of Gumroad, and leads to the products", async () => {
  const { server, router } = await open();
  const done: PageImport = { ...DONE, source: "gumroad", added: 1 };
  const applied = server.respond(pageImportRoutes.apply, { import: done });
  await page.getByLabelText("Choose a file").upload(new File(["a"], "sales.csv"));
  await expect.poll(() => Sent.all.length).toBe(1);
  const product = { ...ROW, kind: "product", title: "Brushes", url: null } as const;
  Sent.all[0]?.respond(200, {
    contents: {
      ...CONTENTS,
      ...{ source: "gumroad", bio: null, socials: [] },
      rows: [{ ...product, price: { cents: 1250, currency: "usd" } }],
      left_out: [{ name: "Club", reason: "recurring" }],
    },
  });
  await expect.element(page.getByRole("heading", { name: "Gumroad: choose what to add" })).toBeVisible();
  await expect.element(page.getByText("$12.50")).toBeVisible();
  await expect.element(page.getByText(/added hidden and without files/)).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await button("Add 1 row").click();
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard/products");
  await expect.element(page.getByText("1 product added.")).toBeVisible();
  expect(applied.at(-1)?.body).toEqual({ rows: [0] });
});

test("offers the rows that wait, and the undo of earlier imports", async () => {
  const waiting = { id: "0a1b2c3d-0a1b-4c3d-8a1b-2c3d4e5f6071", source: "csv", rows: [ROW] } as const;
  const { applied, undone, router } = await open({
    imports: [DONE, { ...DONE, id: "other", undo_until: null }],
    waiting: { ...waiting, rows: [ROW] },
  });
  await expect.element(page.getByText("1 row waits to be added (List of links).")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await button("Undo").click();
  await expect.element(page.getByText("Undone. Kept, because you changed them: Rye.")).toBeVisible();
  expect(undone).toHaveLength(1);
  await button("Review").click();
  await button("Add 1 row").click();
  await expect.poll(() => router.state.location.pathname).toBe("/dashboard");
  expect(applied.map(({ params }) => params)).toEqual([{ id: waiting.id }]);
});
