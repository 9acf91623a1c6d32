import { readdir } from "node:fs/promises";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { localStorage } from "../../platform/storage/adapters/local.ts";
import type { Storage } from "../../platform/storage/port.ts";
import { rejection, verifyEmail } from "../../testing/factories.ts";
import { openSocket } from "../../testing/open-socket.ts";
import { testFolder } from "../../testing/temporary-folder.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { beginPart, END, form, MULTIPART, upload } from "./multipart.test-kit.ts";

const MEGABYTE = 1024 * 1024;
const folder = testFolder();
let storage: Storage;
let port: number;

beforeAll(async () => {
  storage = await localStorage({ folder: folder.path });
});
const site = testSite(() => ({
  storage,
  settings: { maxUploadBytes: 12 * MEGABYTE, uploadQuotaBytes: 40 * MEGABYTE },
}));
const anna = testUser(site);
beforeAll(async () => {
  port = Number(new URL(await site.app.listen({ port: 0 })).port);
});

const incoming = () => readdir(join(folder.path, ".incoming"));
const kept = () => readdir(join(folder.path, "digital")).catch(() => []);

/** Opens a connection, sends the head of an upload and collects the response. */
function begin(options: { length?: number; query?: string; cookie?: string } = {}) {
  const { length, query = "", cookie = anna.cookie } = options;
  const opened = openSocket(port);
  opened.socket.write(
    `POST /api/files/upload${query} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: ${MULTIPART["content-type"]}\r\n${
      length === undefined ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`
    }\r\n\r\n`,
  );
  return opened;
}

function sendChunk(socket: Socket, bytes: Buffer | string): Promise<boolean> {
  const size = Buffer.byteLength(bytes).toString(16);
  return new Promise((resolve) => {
    socket.write(Buffer.concat([`${size}\r\n`, bytes, "\r\n"].map((part) => Buffer.from(part))), (error) =>
      resolve(!error),
    );
  });
}

/** Sends until the server closes the connection. Sends slowly after the response, because the server still reads for some seconds. */
async function sendEndlessly({ socket, response }: ReturnType<typeof begin>): Promise<void> {
  const chunk = Buffer.alloc(256 * 1024, "x");
  while (!socket.destroyed && (await sendChunk(socket, response() ? "x" : chunk)))
    await wait(response() ? 50 : 10);
}

test.for([
  ["file", "digital", "The file is larger than 12 MB."],
  ["image", "image", "The image is larger than 10 MB."],
])(
  "rejects an endless upload of a %s at its size limit and closes the connection",
  async ([, purpose, error]) => {
    const opened = begin({ query: `?purpose=${purpose}` });
    const { socket, closed, response } = opened;
    await sendChunk(socket, beginPart({}));
    await sendEndlessly(opened);
    await closed;
    expect(response()).toContain("HTTP/1.1 413");
    expect(response()).toContain(error);
    expect(await incoming()).toEqual([]);
  },
);

test("rejects a file by its declared size before it is sent", async () => {
  const { socket, closed, response } = begin({ length: 2 * 1024 * MEGABYTE });
  socket.write(beginPart({}));
  await expect.poll(response).toContain("The file is larger than 12 MB.");
  await closed;
  expect(await incoming()).toEqual([]);
});

test("rejects an upload without a session and closes the connection", async () => {
  const { closed, response } = begin({ length: 2 * 1024 * MEGABYTE, cookie: "none=1" });
  await expect.poll(response).toContain("HTTP/1.1 401");
  await closed;
});

test("stores nothing of an aborted upload", async () => {
  for (const amount of [0, 10, 70_000, 3 * MEGABYTE]) {
    const { socket, closed } = begin();
    await sendChunk(socket, beginPart({}));
    if (amount > 0) await sendChunk(socket, Buffer.alloc(amount));
    await wait(20);
    socket.destroy();
    await closed;
  }
  await expect.poll(incoming).toEqual([]);
  expect(await kept()).toEqual([]);
  // An upload counts as in progress until a moment after its file is removed.
  await expect.poll(async () => (await upload(anna, { content: "still here" })).status).toBe(201);
});

test("keeps the connection open after a rejected upload if little remains to read", async () => {
  const body = form({ field: "wrong", content: Buffer.alloc(MEGABYTE) });
  const { socket, response } = begin({ length: body.length });
  socket.write(body);
  await expect.poll(response).toContain("HTTP/1.1 400");
  socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  await expect.poll(response).toContain("HTTP/1.1 200");
});

test("stores a complete upload over a real connection", async () => {
  const { socket, response } = begin({ query: "?purpose=digital" });
  await sendChunk(socket, beginPart({ name: "film.mp4" }));
  for (let count = 0; count < 11; count++) await sendChunk(socket, Buffer.alloc(MEGABYTE, count));
  await sendChunk(socket, END);
  socket.write("0\r\n\r\n");
  await expect.poll(response).toContain("HTTP/1.1 201");
  expect(await incoming()).toEqual([]);
  socket.destroy();
});

test("keeps concurrent uploads within the quota and deletes rejected ones", async () => {
  const ben = await site.signUp();
  await verifyEmail(site, ben);
  const before = (await kept()).length;
  const content = Buffer.alloc(11 * MEGABYTE);
  const owned = { creatorId: ben.creator.id, name: "pot.bin" };
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, (_, at) =>
      site.files.storeUpload({
        ...owned,
        purpose: "digital",
        source: once(Buffer.alloc(11 * MEGABYTE, at + 1)),
      }),
    ),
  );
  const rejected = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(rejected).toHaveLength(2);
  for (const { reason } of rejected) expect(reason).toMatchObject({ status: 413, code: "files.quota" });
  expect(await upload(ben, { content }, "digital")).toMatchObject(
    rejection(413, "files.quota", "There is no room for this file: all your files together may take 40 MB."),
  );
  expect((await kept()).length).toBe(before + 3);
  expect(await incoming()).toEqual([]);
});

test("rejects a third concurrent upload until one of the two has ended", async () => {
  const ben = await site.signUp();
  const first = begin({ cookie: ben.cookie });
  const second = begin({ cookie: ben.cookie });
  for (const { socket } of [first, second]) await sendChunk(socket, `${beginPart({})}xxxx`);
  await expect.poll(async () => (await incoming()).length).toBe(2);
  const third = await upload(ben, { content: "x" });
  expect(third).toMatchObject(
    rejection(429, "files.busy", "Only 2 files can be uploaded at once. Please wait until one has arrived."),
  );
  expect(third.headers["retry-after"]).toBe("5");
  expect((await upload(anna, { content: "somebody else's" })).status).toBe(201);
  first.socket.destroy();
  await expect.poll(incoming).toHaveLength(1);
  await expect.poll(async () => (await upload(ben, { content: "x" })).status).toBe(201);
  await sendChunk(second.socket, `whole${END}`);
  second.socket.write("0\r\n\r\n");
  await expect.poll(second.response).toContain("HTTP/1.1 201");
  second.socket.destroy();
});

async function* once(bytes: Buffer) {
  yield bytes;
}
