import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { buy, offerFile } from "../../../testing/factories.ts";
import { testSite } from "../../../testing/test-site.ts";

let address: string;
const site = testSite();
beforeAll(async () => {
  address = await site.app.listen({ port: 0, host: "127.0.0.1" });
});

test("does not log the link of an interrupted download", async () => {
  const anna = await site.signUp();
  const { tile } = await offerFile(site, anna, randomBytes(15 * 1024 * 1024));
  const { downloadToken } = await buy(site, tile.id);
  const leaving = new AbortController();
  const response = await fetch(`${address}/api/orders/download/${downloadToken}`, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await expect.poll(() => site.logLines.some((line) => line.includes("request completed"))).toBe(true);
  await delay(300);
  const log = site.logLines.join("");
  expect(log).not.toContain(downloadToken);
  expect(log).not.toContain("already sent");
});

test("logs a sold file that is missing in the storage as an error, with its ids and without its token", async () => {
  const { tile, path } = await offerFile(site, await site.signUp());
  const { id, downloadToken } = await buy(site, tile.id);
  await site.storage.deleteFile(`digital/${path}`);
  const before = site.logLines.length;
  expect((await site.call("GET", `/api/orders/download/${downloadToken}`)).status).toBe(404);
  const lines = site.logLines.slice(before);
  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
  expect(errors).toMatchObject([{ fileId: path, orderId: id }]);
  expect(lines.join("")).not.toContain(downloadToken);
});
