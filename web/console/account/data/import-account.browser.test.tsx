import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import {
  type AccountImport,
  accountImportRoutes,
  ImportKind,
  type ImportResult,
} from "../../../../contract/api/account-imports.ts";
import { accountSecurityRoutes } from "../../../../contract/api/account-security.ts";
import type { Creator } from "../../../../contract/api/creators.ts";
import { aCreator } from "../../../testing/console-entities.ts";
import { expectText } from "../../../testing/expectations.ts";
import { expectAccessibleAtEveryWidth } from "../../../testing/phone.ts";
import { renderAccountData } from "../../../testing/render-account.tsx";
import { catchUploads, Sent } from "../../../testing/sent-uploads.ts";

const section = page.getByRole("region", { name: "Import" });
const NONE = { added: 0, present: 0, left_out: 0 };
const RESULT: ImportResult = {
  handle: "kept",
  counts: Object.fromEntries(ImportKind.options.map((kind) => [kind, NONE])) as ImportResult["counts"],
  left_out: [],
};
const WAITING: AccountImport = {
  id: "one",
  state: "waiting",
  created_at: "2026-01-01T09:00:00.000Z",
  done: 3,
  total: 12,
  result: null,
};

const open = (imports: AccountImport[], creator: Partial<Creator> = {}) =>
  renderAccountData((server) => {
    server.respond(accountImportRoutes.imports, { imports });
    server.respond(accountSecurityRoutes.confirmationWays, { ways: ["password"], confirmed: true });
  }, aCreator(creator));

catchUploads();

const archive = new File(["PK"], "tessera.zip", { type: "application/zip" });

/** Chooses a file by keyboard, because the control has the focus. */
async function pick(file: File): Promise<void> {
  const control = section.getByLabelText("Upload an archive");
  await expect.element(control).toBeVisible();
  (control.element() as HTMLElement).focus();
  await userEvent.upload(control, file);
  await expect.poll(() => Sent.all).toHaveLength(1);
}

test("uploads an archive with the chosen handle and shows the progress", async () => {
  const { server } = await open([]);
  await expect.element(section.getByRole("radio", { name: "Keep @" })).toBeChecked();
  await expect.element(section.getByText("The Free plan has 5 tiles", { exact: false })).toBeVisible();
  await expectAccessibleAtEveryWidth();
  await section.getByRole("radio", { name: "Keep @" }).click();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(section.getByRole("radio", { name: "Take the handle" })).toBeChecked();
  server.respond(accountImportRoutes.imports, { imports: [WAITING] });
  await pick(archive);
  Sent.all[0]?.respond(202, { import: WAITING });
  await expect
    .element(section.getByRole("progressbar", { name: "Import" }))
    .toHaveAttribute("aria-valuenow", "25");
  expect(Sent.all[0]?.target).toBe("POST /api/account/imports?handle=archive");
  await expect.poll(() => section.element().contains(document.activeElement)).toBe(true);
  await expectAccessibleAtEveryWidth();
});

test("rejects a changed archive with the reason and accepts another one", async () => {
  await open([]);
  const error = "The archive was changed after it was made: data/tiles.json differs from the list of its contents.";
  await pick(archive);
  const details = { fieldErrors: { file: [error] }, formErrors: [] };
  Sent.all[0]?.respond(400, { error, code: "input.invalid", details });
  await expect.element(section.getByRole("alert")).toHaveTextContent(error);
  await expect.element(section.getByLabelText("Upload an archive")).toHaveFocus();
});

test("lists added, existing and rejected items", async () => {
  const counts = {
    ...RESULT.counts,
    tile: { added: 5, present: 1, left_out: 2 },
    file: { ...NONE, added: 1 },
  };
  const left_out = [
    { kind: "tile" as const, name: "x".repeat(200), reason: "Links to evil.example aren't allowed." },
  ];
  await open([{ ...WAITING, state: "done", done: 12, result: { handle: "unavailable", counts, left_out } }]);
  await expectText("5 tiles added · 1 in your account already · 2 left out", section);
  await expectText("1 file or picture added", section);
  await expect.element(section.getByText("is not free here", { exact: false })).toBeVisible();
  await section.getByText("What was left out, and why").click();
  await expect.element(section.getByText("evil.example", { exact: false })).toBeVisible();
  await expectAccessibleAtEveryWidth();
});

test("offers to repeat a failed import", async () => {
  await open([{ ...WAITING, state: "failed" }]);
  await expect.element(section.getByText("Upload the archive again", { exact: false })).toBeVisible();
  await expect.element(section.getByLabelText("Upload an archive")).toBeVisible();
});

test("asks to verify the email first", async () => {
  await open([], { email_verified_at: null });
  await expect.element(section.getByText("Verify your email first", { exact: false })).toBeVisible();
  await expect.element(section.getByLabelText("Upload an archive")).not.toBeInTheDocument();
});
