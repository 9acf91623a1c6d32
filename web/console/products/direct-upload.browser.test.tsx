import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fileRoutes } from "../../../contract/api/files.ts";
import { configQuery } from "../../lib/config.ts";
import { expectAccessible } from "../../testing/accessibility.ts";
import { aConfig } from "../../testing/console-entities.ts";
import type { FakeServer } from "../../testing/fake-server.ts";
import { renderConsole } from "../../testing/render-console.tsx";
import { catchUploads, Sent } from "../../testing/sent-uploads.ts";
import { serveShop } from "../../testing/shop.ts";

const BUCKET = "https://bucket.example/incoming/abc?X-Amz-Signature=known";
const SENT_AGAIN = "Couldn't reach the file storage. The file is being sent through this site instead.";
const film = new File(["a film of 24 bytes length"], "film.mp4", { type: "video/mp4" });
const button = (name: string) => page.getByRole("button", { name, exact: true });

catchUploads();

/** Opens a new product where files above 20 bytes go to the bucket, and chooses a file. */
async function choose(file: File | File[], define?: (server: FakeServer) => void) {
  const { server, queryClient } = await renderConsole("/dashboard/products/new", {
    server: (given) => void serveShop(given),
  });
  await expect.element(page.getByLabelText("Upload file")).toBeVisible();
  // The test document may not connect to a bucket, so the product would reload the page.
  queryClient.setQueryData(configQuery.queryKey, aConfig({ directUploadBytes: 20 }));
  const started = server.respond(fileRoutes.startDirectUpload, {
    id: "abc",
    url: BUCKET,
    headers: { "Content-Type": "application/octet-stream" },
    expires_at: "2026-05-01T12:15:00.000Z",
  });
  const cancelled = server.respond(fileRoutes.cancelDirectUpload, undefined);
  const completed = server.respond(fileRoutes.completeDirectUpload, { path: "stored", url: null });
  define?.(server);
  await userEvent.upload(page.getByLabelText("Upload file"), file);
  return { server, started, cancelled, completed };
}
const sent = (count: number) => expect.poll(() => Sent.all).toHaveLength(count);

test("sends a large file to the bucket with progress, and attaches it once its bytes are checked", async () => {
  const { server, started, completed } = await choose(film);
  const checking = server.respondWith(fileRoutes.completeDirectUpload, 202, { state: "checking" });
  await sent(1);
  const [put] = Sent.all;
  expect(started).toMatchObject([{ body: { name: "film.mp4", bytes: film.size } }]);
  expect(put).toMatchObject({
    target: `PUT ${BUCKET}`,
    headers: { "Content-Type": "application/octet-stream" },
    body: { name: "film.mp4", size: film.size },
  });
  put?.upload.onprogress?.({ loaded: film.size / 2, total: film.size });
  await expect.element(page.getByText(/50%/)).toBeVisible();
  await expect.element(page.getByText(SENT_AGAIN)).not.toBeInTheDocument();
  put?.upload.onprogress?.({ loaded: film.size, total: film.size });
  put?.respond(200);
  await expect.poll(() => checking).toHaveLength(1);
  await expect.element(page.getByText(/Finishing…/)).toBeVisible();
  server.respond(fileRoutes.completeDirectUpload, { path: "stored", url: null });
  await expect.element(page.getByLabelText("Name of file 1")).toHaveValue("film.mp4");
  await expect.element(button("Remove file 1")).toBeVisible();
  expect(completed).toEqual([]);
  expect(Sent.all).toHaveLength(1);
});

test.each([
  ["cannot be reached, as without CORS rules", (put: Sent | undefined) => put?.onerror?.()],
  ["refuses it", (put: Sent | undefined) => put?.respond(403)],
])(
  "when the bucket %s, a sentence says so and the same file goes through the server, once",
  async (_, fail) => {
    const { cancelled } = await choose(film);
    await sent(1);
    fail(Sent.all[0]);
    await sent(2);
    expect(cancelled).toMatchObject([{ params: { id: "abc" } }]);
    await expect.element(page.getByText(SENT_AGAIN)).toBeVisible();
    await expectAccessible();
    const [, again] = Sent.all;
    expect(again?.target).toBe("POST /api/files/upload?purpose=digital");
    expect((again?.body as FormData | undefined)?.get("file")).toMatchObject({
      name: "film.mp4",
      size: film.size,
    });
    again?.respond(201, { path: "through", url: null });
    await expect.element(button("Remove file 1")).toBeVisible();
    await expect.element(page.getByLabelText("Name of file 1")).toHaveValue("film.mp4");
    expect(Sent.all).toHaveLength(2);
  },
);

test("shows the error when the way through the server fails, too, and sends nothing again", async () => {
  await choose(film);
  await sent(1);
  Sent.all[0]?.onerror?.();
  await sent(2);
  Sent.all[1]?.respond(413, { error: "There is no room.", code: "files.quota" });
  await expect.element(page.getByText("There is no room.")).toBeVisible();
  expect(Sent.all).toHaveLength(2);
});

test("sends incomplete bytes through the server", async () => {
  const { cancelled } = await choose(film, (server) =>
    server.fail(fileRoutes.completeDirectUpload, { status: 400, error: "No.", code: "files.broken_upload" }),
  );
  await sent(1);
  Sent.all[0]?.respond(200);
  await sent(2);
  expect(cancelled).toHaveLength(1);
  await expect.element(page.getByText(SENT_AGAIN)).toBeVisible();
});

test("sends a file through the server without a notice if the server wants that", async () => {
  await choose(film, (server) =>
    server.fail(fileRoutes.startDirectUpload, { status: 409, error: "No.", code: "files.not_direct" }),
  );
  await sent(1);
  expect(Sent.all[0]?.target).toBe("POST /api/files/upload?purpose=digital");
  await expect.element(page.getByText(SENT_AGAIN)).not.toBeInTheDocument();
});

test("sends a rejected file nowhere, and says why in the form", async () => {
  await choose(film, (server) =>
    server.fail(fileRoutes.startDirectUpload, {
      status: 413,
      error: "There is no room.",
      code: "files.quota",
    }),
  );
  await expect.element(page.getByText("There is no room.")).toBeVisible();
  expect(Sent.all).toEqual([]);
});

test("sends a smaller file through the server", async () => {
  const { started } = await choose(new File(["notes"], "notes.pdf"));
  await sent(1);
  expect(Sent.all[0]?.target).toBe("POST /api/files/upload?purpose=digital");
  expect(started).toEqual([]);
});

test("cancelling stops the transfer and frees the reservation, and sends nothing again", async () => {
  const { cancelled } = await choose(film);
  await sent(1);
  await button("Cancel upload").click();
  expect(Sent.all[0]?.isAborted).toBe(true);
  await expect.poll(() => cancelled).toHaveLength(1);
  await expect.element(page.getByLabelText("Upload file")).toBeVisible();
  expect(Sent.all).toHaveLength(1);
});

test("leaving the page frees the reservation", async () => {
  const { cancelled } = await choose(film);
  await sent(1);
  window.dispatchEvent(new PageTransitionEvent("pagehide"));
  await expect.poll(() => cancelled).toHaveLength(1);
});

test("sends several picked files one after the other, adds them in order, and replaces one", async () => {
  await choose([new File(["a"], "one.mp3"), new File(["b"], "two.mp3"), new File(["c"], "three.mp3")]);
  for (const [at, name] of ["one.mp3", "two.mp3", "three.mp3"].entries()) {
    await sent(at + 1);
    const upload = Sent.all[at];
    if (!upload) throw new Error("nothing was sent");
    expect((upload.body as FormData).get("file")).toMatchObject({ name });
    upload.respond(201, { path: name, url: null });
    await expect.element(page.getByLabelText(`Name of file ${at + 1}`)).toHaveValue(name);
  }
  await userEvent.upload(page.getByLabelText("Replace file 2"), new File(["d"], "again.mp3"));
  await sent(4);
  Sent.all[3]?.respond(201, { path: "again", url: null });
  await expect.element(page.getByLabelText("Replace file 2")).toBeInTheDocument();
  await expect.element(page.getByLabelText("Name of file 2")).toHaveValue("two.mp3");
  await expect.element(page.getByLabelText("Name of file 4")).not.toBeInTheDocument();
});

test("replaces the chosen file although it is moved during the upload", async () => {
  await choose([new File(["a"], "one.mp3"), new File(["b"], "two.mp3")]);
  for (const [at, name] of ["one.mp3", "two.mp3"].entries()) {
    await sent(at + 1);
    Sent.all[at]?.respond(201, { path: name, url: null });
    await expect.element(page.getByLabelText(`Name of file ${at + 1}`)).toHaveValue(name);
  }
  await userEvent.upload(page.getByLabelText("Replace file 1"), new File(["c"], "new.flac"));
  await sent(3);
  await page.getByRole("button", { name: "Move down file 1" }).click();
  await expect.element(page.getByLabelText("Name of file 1")).toHaveValue("two.mp3");
  Sent.all[2]?.respond(201, { path: "new", url: null });
  await expect.element(page.getByLabelText("Name of file 2")).toHaveValue("new.flac");
  await expect.element(page.getByLabelText("Name of file 1")).toHaveValue("two.mp3");
});

test("says how many of the picked files are too many", async () => {
  await choose(Array.from({ length: 32 }, (_, at) => new File(["a"], `${at}.mp3`)));
  await sent(1);
  await expect
    .element(page.getByText("A product can have at most 30 files. Left out: 2 files."))
    .toBeVisible();
  await expect.element(page.getByText("29 more files")).toBeVisible();
});
