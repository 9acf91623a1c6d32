import { Readable } from "node:stream";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Storage } from "../../platform/storage/port.ts";
import { concurrently } from "../../testing/concurrently.ts";
import { createEmailImages } from "./email-images.ts";

const webp = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#336699" } })
  .webp()
  .toBuffer();
const openFile = (key: string) =>
  Promise.resolve(key.includes("none") ? null : { stream: Readable.from([webp]), size: webp.length });
const storage = { openFile } as unknown as Storage;

test("creates a picture once if many readers open it at once", async () => {
  const create = createEmailImages({ storage });
  const made = await concurrently(200, () => create("one"));
  expect(new Set(made).size).toBe(1);
});

test("rejects further pictures beyond twenty waiting ones, but not existing ones", async () => {
  const create = createEmailImages({ storage });
  await create("one");
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, (_, index) => create(`id${index}`)));
  const refused = outcomes.filter(({ status }) => status === "rejected");
  expect(refused.length).toBeGreaterThan(10);
  expect(refused[0]).toMatchObject({ reason: { status: 503, code: "files.images_busy" } });
  await create("one");
  const again = outcomes.findIndex(({ status }) => status === "rejected");
  expect(await create(`id${again}`)).toBeInstanceOf(Buffer);
});

test("keeps unknown ids out of the queue, and finds a picture that is uploaded later", async () => {
  const create = createEmailImages({ storage });
  const outcomes = await concurrently(500, (index) => create(`none${index}`));
  expect(new Set(outcomes)).toEqual(new Set([null]));
  expect(await create("one")).toBeInstanceOf(Buffer);
});

test("fails only for an unreadable picture, and tries it again", async () => {
  let isBroken = true;
  const failing = () =>
    new Readable({
      read() {
        this.destroy(new Error("the disk fails"));
      },
    });
  const create = createEmailImages({
    storage: {
      openFile: (key: string) => (isBroken ? Promise.resolve({ stream: failing(), size: 1 }) : openFile(key)),
    } as unknown as Storage,
  });
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, (_, index) => create(`id${index}`)));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill("rejected"));
  isBroken = false;
  expect(await create("id0")).toBeInstanceOf(Buffer);
});
