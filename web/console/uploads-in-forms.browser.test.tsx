import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { aCreator } from "../testing/console-entities.ts";
import { renderConsole } from "../testing/render-console.tsx";
import { respondToSettings } from "../testing/render-settings.tsx";
import { catchUploads, Sent } from "../testing/sent-uploads.ts";

catchUploads();

const UPLOADED = { path: "stored", url: `https://tessera.example/uploads/${"a1".repeat(16)}/960.webp` };
const button = (name: string) => page.getByRole("button", { name, exact: true });
const picker = (name: string) => page.getByLabelText(name, { exact: true });
const waiting = page.getByText(/^Please wait for the (file|image) upload to finish\.$/);

async function open(path: string) {
  await renderConsole(path, { creator: aCreator({ avatar_url: null }), server: respondToSettings });
}

/** Chooses a file by keyboard and returns its upload. */
async function choose(label: string, file: File): Promise<Sent> {
  const count = Sent.all.length;
  await expect.element(picker(label)).toBeInTheDocument();
  (picker(label).element() as HTMLElement).focus();
  await userEvent.upload(picker(label), file);
  await expect.poll(() => Sent.all).toHaveLength(count + 1);
  return Sent.all[count] as Sent;
}

type Form = {
  form: string;
  path: string;
  opener?: string;
  noun: string;
  typed: [label: string, text: string];
  save: string;
  /** Shown after the upload is cancelled. */
  warning?: string;
  /** Shown by the next attempt to save. */
  after?: string;
};

test.for<Form>([
  {
    form: "a tile",
    path: "/dashboard",
    opener: "Add tile",
    noun: "image",
    typed: ["Title", "My shop"],
    save: "Add tile",
    after: "Please provide a destination URL.",
  },
  {
    form: "a product",
    path: "/dashboard/products/new",
    noun: "file",
    typed: ["Name", "A film"],
    save: "Create product",
    warning: "Without a file, buyers get nothing to download.",
  },
  {
    form: "the profile",
    path: "/dashboard/settings",
    noun: "avatar",
    typed: ["Bio", "Ceramics."],
    save: "Save changes",
  },
])(
  "saves nothing while a file of $form is being uploaded, and keeps typed text after a cancelled upload",
  async ({ path, opener, noun, typed: [label, text], save, warning, after }) => {
    await open(path);
    if (opener) await button(opener).click();
    await page.getByLabelText(label, { exact: true }).fill(text);
    const upload = await choose(`Upload ${noun}`, new File(["bytes"], "bowl.png", { type: "image/png" }));
    const bar = page.getByRole("progressbar", { name: "Uploading bowl.png" });
    await expect.element(bar).toBeVisible();
    await expect.element(button("Cancel upload")).toHaveFocus();
    // The last one is the form's button. A button of the page behind the dialog has the same name.
    await button(save).last().click();
    await expect.element(waiting).toBeVisible();
    await button("Cancel upload").click();
    expect(upload.isAborted).toBe(true);
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(waiting).not.toBeInTheDocument();
    await expect.element(picker(`Upload ${noun}`)).toHaveFocus();
    await expect.element(page.getByLabelText(label, { exact: true })).toHaveValue(text);
    if (warning) await expect.element(page.getByText(warning)).toBeVisible();
    if (!after) return;
    await button(save).last().click();
    await expect.element(page.getByText(after)).toBeVisible();
    await expect.element(waiting).not.toBeInTheDocument();
  },
);

test("shows progress, speed and remaining time of a large file", async () => {
  await open("/dashboard/products/new");
  const upload = await choose("Upload file", new File(["bytes"], "film.mp4"));
  upload.upload.onprogress?.({ loaded: 800_000, total: 8_000_000 });
  await expect.element(page.getByText("10% · 781 KB of 7.6 MB")).toBeVisible();
  await expect
    .poll(() => {
      upload.upload.onprogress?.({ loaded: 4_000_000, total: 8_000_000 });
      return page.getByText(/^50% · 3\.8 MB of 7\.6 MB · [\d.]+ [KM]B\/s · \d+ s left$/).elements().length;
    })
    .toBe(1);
});

test("says why an avatar cannot be uploaded, and replaces and removes the next one", async () => {
  await open("/dashboard/settings");
  const file = new File(["bytes"], "me.png", { type: "image/png" });
  (await choose("Upload avatar", file)).respond(500, {});
  await expect.element(page.getByRole("alert")).toHaveTextContent("Avatar upload failed");
  const refused = { error: "This file is not an image.", code: "files.not_an_image" };
  (await choose("Upload avatar", file)).respond(415, refused);
  await expect.element(page.getByRole("alert")).toHaveTextContent(refused.error);
  await expect.element(page.getByLabelText("Avatar URL")).toHaveValue("");
  (await choose("Upload avatar", file)).respond(201, UPLOADED);
  await expect.element(button("Remove avatar")).toBeVisible();
  await expect.element(page.getByLabelText("Avatar URL")).not.toBeInTheDocument();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await expect.element(picker("Replace avatar")).toHaveFocus();
  (button("Remove avatar").element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(picker("Upload avatar")).toHaveFocus();
  await expect.element(page.getByLabelText("Avatar URL")).toHaveValue("");
});
