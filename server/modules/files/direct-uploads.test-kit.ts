import { expect } from "vitest";
import type { Storage } from "../../platform/storage/port.ts";
import type { TestUser } from "../../testing/factories.ts";
import { PUBLIC_URL, type TestApp } from "../../testing/harness.ts";

export const KILOBYTE = 1024;
export const settings = {
  directUploadBytes: 10 * KILOBYTE,
  maxUploadBytes: 400 * KILOBYTE,
  uploadQuotaBytes: 1000 * KILOBYTE,
};

type Client = Pick<TestUser, "call">;
export type Started = { id: string; url: string; headers: Record<string, string> };

export const start = (user: Client, bytes: number, name = "film.mp4") =>
  user.call("POST", "/api/files/direct", { name, bytes });
export const put = ({ url, headers }: Started, content: Buffer) =>
  fetch(url, { method: "PUT", headers, body: new Uint8Array(content) });
export const complete = (user: Client, { id }: Started) =>
  user.call("POST", `/api/files/direct/${id}/complete`);
export const cancel = (user: Client, { id }: Started) => user.call("DELETE", `/api/files/direct/${id}`);

/** Starts an upload and sends its bytes to the bucket. */
export async function sendToBucket(user: Client, content: Buffer, name?: string): Promise<Started> {
  const { body } = await start(user, content.length, name);
  expect((await put(body, content)).status).toBe(200);
  return body;
}

/** Completes an upload, also again after its bytes are checked. */
export async function completeWhenChecked(site: TestApp, user: Client, started: Started) {
  expect(await complete(user, started)).toMatchObject({ status: 202, body: { state: "checking" } });
  await site.settled();
  return complete(user, started);
}

export async function isStored(bucket: Storage, key: string): Promise<boolean> {
  const opened = await bucket.openFile(key);
  opened?.stream.destroy();
  return opened !== null;
}

/** Sends requests of a user to another node. */
export const on = (node: TestApp, { cookie }: TestUser): Client => ({
  call: (method, path, payload, headers) =>
    node.call(method, path, payload, { cookie, origin: PUBLIC_URL, ...headers }),
});
