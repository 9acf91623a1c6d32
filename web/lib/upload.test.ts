import { expect, test } from "vitest";
import { fileRoutes } from "../../contract/api/files.ts";
import { Sent } from "../testing/sent-uploads.ts";
import { ApiError } from "./api.ts";
import { sendWithinLimit, uploadFile } from "./upload.ts";

function startUpload({ purpose = "image" }: { purpose?: "image" | "digital" } = {}) {
  const request = new Sent();
  const controller = new AbortController();
  const progress: number[] = [];
  const done = uploadFile({
    route: fileRoutes.upload,
    file: new File(["12345"], "cup.png"),
    query: { purpose },
    signal: controller.signal,
    onProgress: ({ sent }) => progress.push(sent),
    createRequest: () => request as unknown as XMLHttpRequest,
  });
  return { request, controller, progress, done };
}

test("sends a file in the field file, with its purpose", async () => {
  const { request, done } = startUpload({ purpose: "digital" });
  request.respond(201, '{"url":null,"path":"f1"}');
  await expect(done).resolves.toEqual({ url: null, path: "f1" });
  expect(request.target).toBe("POST /api/files/upload?purpose=digital");
  expect(request.body).toBeInstanceOf(FormData);
  expect([...(request.body as FormData).keys()]).toEqual(["file"]);
});

test("reports progress while the file is sent", () => {
  const { request, progress } = startUpload();
  request.upload.onprogress?.({ loaded: 2, total: 5 });
  request.upload.onprogress?.({ loaded: 5, total: 5 });
  expect(progress).toEqual([2, 5]);
});

test("includes the server's reason in the error", async () => {
  const { request, done } = startUpload();
  request.respond(415, '{"error":"This is not an image.","code":"files.not_an_image"}');
  const error = await done.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 415, message: "This is not an image." });
});

test.each(["<html>502</html>", "", "[]"])("fails for a response without our format: %j", async (body) => {
  const { request, done } = startUpload();
  request.respond(502, body);
  await expect(done).rejects.toMatchObject({ status: 502, body: undefined });
});

test("fails without a status after a lost connection", async () => {
  const { request, done } = startUpload();
  request.onerror?.();
  await expect(done).rejects.toMatchObject({ status: 0 });
});

test("ends the request when cancelled", async () => {
  const { controller, done } = startUpload();
  controller.abort();
  await expect(done).rejects.toBe(controller.signal.reason);
});

test("never sends an upload that was cancelled beforehand", async () => {
  const controller = new AbortController();
  controller.abort();
  const request = new Sent();
  const done = uploadFile({
    route: fileRoutes.upload,
    file: new File(["1"], "a.png"),
    query: { purpose: "image" },
    signal: controller.signal,
    onProgress: () => {},
    createRequest: () => request as unknown as XMLHttpRequest,
  });
  await expect(done).rejects.toBe(controller.signal.reason);
  expect(request.body).toBeUndefined();
});

const limited = new ApiError(429, undefined);

test("waits and sends again while the limit is reached", async () => {
  const results = [limited, limited, "stored"];
  const waits: number[] = [];
  const sent = await sendWithinLimit(() => take(results), {
    signal: new AbortController().signal,
    onWait: () => {},
    wait: async (ms) => void waits.push(ms),
  });
  expect(sent).toBe("stored");
  expect(waits).toHaveLength(2);
});

test("reports a limit that lasts, and every other error at once", async () => {
  let waits = 0;
  const options = {
    signal: new AbortController().signal,
    onWait: () => {},
    wait: async () => {
      waits += 1;
    },
  };
  await expect(sendWithinLimit(() => Promise.reject(limited), options)).rejects.toBe(limited);
  expect(waits).toBe(12);
  const refused = new ApiError(413, undefined);
  await expect(sendWithinLimit(() => Promise.reject(refused), options)).rejects.toBe(refused);
  expect(waits).toBe(12);
});

test("ends the wait when cancelled", async () => {
  const controller = new AbortController();
  const sent = sendWithinLimit(() => Promise.reject(limited), {
    signal: controller.signal,
    onWait: () => queueMicrotask(() => controller.abort()),
  });
  await expect(sent).rejects.toMatchObject({ name: "AbortError" });
});

async function take(results: (ApiError | string)[]): Promise<string> {
  const result = results.shift();
  if (typeof result === "string") return result;
  throw result;
}
