import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { audienceRoutes } from "../../../../contract/api/audience.ts";
import { audienceCampaignRoutes } from "../../../../contract/api/audience-campaigns.ts";
import {
  READER_DECLARATION,
  type ReaderFile,
  type ReaderImport,
  readerImportRoutes,
} from "../../../../contract/api/reader-imports.ts";
import { aPage } from "../../../testing/admin-entities.ts";
import { SENDING } from "../../../testing/audience-server.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderConsole } from "../../../testing/render-console.tsx";
import { catchUploads, Sent } from "../../../testing/sent-uploads.ts";

catchUploads();

const FILE: ReaderFile = {
  id: "6f9c0f8e-6d0a-4e26-9d0c-5b7c8a5f2a10",
  ...{ source: "mailchimp", proven: 1, unproven: 29 },
  readers: [
    { email: "emma@readers.example", subscribed_at: "2021-05-05T12:00:00.000Z", is_proven: true },
    { email: "frida@readers.example", subscribed_at: null, is_proven: false },
  ],
  left_out: [
    { reason: "unsubscribed_here", count: 2 },
    { reason: "invalid", count: 1 },
  ],
  invalid: [{ line: 9, text: "=cmd|' /C calc'!A0" }],
};
const DONE: ReaderImport = {
  ...{ id: FILE.id, source: "mailchimp", created_at: "2026-11-29T09:00:00.000Z" },
  ...{ confirmed: 1, asked: 29, undo_until: "2026-11-30T09:00:00.000Z" },
};

async function open({ imports = [] }: { imports?: ReaderImport[] } = {}) {
  const opened = await renderConsole("/dashboard/audience?view=import", {
    server: (server) => {
      server.respond(readerImportRoutes.list, { imports });
      server.respond(audienceCampaignRoutes.sending, { ...SENDING, daily_recipients: 201 });
      server.respond(audienceRoutes.list, { members: [], ...aPage(0) });
    },
  });
  const applied = opened.server.respond(readerImportRoutes.apply, { import: DONE });
  const undone = opened.server.respond(readerImportRoutes.undo, { removed: 28, kept: 2 });
  return { ...opened, applied, undone };
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
async function read(file: ReaderFile) {
  await page.getByLabelText("Choose a CSV file").upload(new File(["email"], "readers.csv"));
  await expect.poll(() => Sent.all.at(-1)?.target).toBe("POST /api/reader-imports/read-file");
  Sent.all.at(-1)?.respond(200, { file });
}

test("shows what a file has, and confirms proven readers only with the declaration", async () => {
  const { applied, router } = await open();
  await expectAccessibleAtEveryWidth();
  await read(FILE);
  await expect.element(page.getByRole("heading", { name: "Mailchimp: 30 readers" })).toHaveFocus();
  await expect
    .element(page.getByText("30 readers will be asked once"))
    .toHaveTextContent("At most 101 are asked a day.");
  await expect.element(page.getByText("and 28 more")).toBeVisible();
  await page.getByText("Left out: 3").click();
  await expect.element(page.getByText("2 unsubscribed here")).toBeVisible();
  await expect.element(page.getByText("Line 9: =cmd|' /C calc'!A0")).toBeVisible();
  await expectAccessibleAtEveryWidth();
  const declaration = page.getByRole("checkbox", { name: READER_DECLARATION });
  await expect.element(declaration).not.toBeChecked();
  await declaration.click();
  await expect.element(page.getByText("29 readers will be asked once")).toBeVisible();
  await button("Add 30 readers").click();
  await expect.element(page.getByText("30 readers added.")).toBeVisible();
  expect(router.state.location.pathname).toBe("/dashboard/audience");
  expect(applied).toMatchObject([{ params: { id: FILE.id }, body: { declaration: READER_DECLARATION } }]);
});

test("adds readers without a declaration, and shows why adding failed", async () => {
  const { server, applied } = await open();
  server.fail(readerImportRoutes.apply, { status: 404, error: "This file was replaced. Choose it again." });
  await read({ ...FILE, source: "ghost", proven: 0, unproven: 1, left_out: [], invalid: [] });
  await expect.element(page.getByRole("checkbox")).not.toBeInTheDocument();
  await button("Add 1 reader").click();
  await expect.element(page.getByText("This file was replaced. Choose it again.")).toBeVisible();
  server.respond(readerImportRoutes.apply, (sent) => {
    applied.push(sent);
    return { import: DONE };
  });
  await button("Add 1 reader").click();
  await expect.poll(() => applied.at(-1)?.body).toEqual({ declaration: null });
});

test("offers nothing to add when everybody is left out", async () => {
  await open();
  await read({ ...FILE, proven: 0, unproven: 0, readers: [] });
  await expect.element(page.getByRole("heading", { name: "Mailchimp: nobody to add" })).toBeVisible();
  await expect.element(button(/^Add/)).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect.element(page.getByLabelText("Choose a CSV file")).toBeVisible();
});

test("says why a file cannot be read, and refuses one that is too large before it is sent", async () => {
  await open();
  await page
    .getByLabelText("Choose a CSV file")
    .upload(new File([new Uint8Array(5 * 1024 * 1024 + 1)], "a.csv"));
  await expect.element(page.getByText("A list of readers can have up to 5 MB.")).toBeVisible();
  expect(Sent.all).toEqual([]);
  await page.getByLabelText("Choose a CSV file").upload(new File(["x"], "a.csv"));
  await expect.poll(() => Sent.all.length).toBe(1);
  Sent.all[0]?.respond(422, {
    error: "This file is not a list of readers.",
    code: "reader_imports.unreadable",
  });
  await expect.element(page.getByRole("alert")).toHaveTextContent("This file is not a list of readers.");
  await expectAccessibleAtEveryWidth();
});

test("undoes an import of the last day, and says who stays", async () => {
  const { undone } = await open({ imports: [DONE, { ...DONE, id: "other", undo_until: null }] });
  await expect.element(page.getByText("30 readers, 29 to be asked").first()).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await button("Undo").click();
  await expect
    .element(page.getByText("28 readers removed. 2 readers stay, because they were asked or changed since."))
    .toBeVisible();
  expect(undone).toHaveLength(1);
});
