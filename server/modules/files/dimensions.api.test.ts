import { Readable } from "node:stream";
import sharp from "sharp";
import { expect, test } from "vitest";
import { addFile, addProduct, modelOf, type TestUser } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
import { measureImages } from "./dimensions.ts";
import { findImageDimensions } from "./index.ts";
import { createPng, upload } from "./multipart.test-kit.ts";

const site = testSite();
const anna = prepareEach(() => site.signUp());

async function addImage(user: TestUser, width: number, height: number) {
  const { body } = await upload(user, { content: await createPng(width, height) }, "image");
  return body as { url: string; path: string };
}
const dimensionsOf = async ({ url }: { url: string }) =>
  (await findImageDimensions(site.db, { publicUrl: PUBLIC_URL, urls: [url] })).get(url);
/** Resets an image to the state of an earlier release. */
const forget = ({ path }: { path: string }) =>
  site.sql`update files set width = null, height = null where id = ${path}`;
const failedTasks = () => site.logLines.filter((line) => JSON.stringify(line).includes("measure-images"));

test.for([
  [1200, 800, 960, 640],
  [100, 50, 100, 50],
  [12_000, 400, 960, 32],
  [400, 12_000, 32, 960],
] as const)(
  "an image of %i × %i is stored with the dimensions of its largest size, %i × %i",
  async ([width, height, ...[storedWidth, storedHeight]]) => {
    const image = await addImage(anna, width, height);
    expect(await dimensionsOf(image)).toEqual({ width: storedWidth, height: storedHeight });
  },
);

test("stores the displayed, upright dimensions of a photograph", async () => {
  const lying = { create: { width: 300, height: 200, channels: 3, background: "#8f3519" } } as const;
  const content = await sharp(lying).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { body } = await upload(anna, { content }, "image");
  expect(await dimensionsOf(body)).toEqual({ width: 200, height: 300 });
});

test("stores none for private files and images of other sites", async () => {
  const path = await addFile(site, anna, await createPng());
  const [row] = await site.sql`select width, height from files where id = ${path}`;
  expect(row).toEqual({ width: null, height: null });
  const urls = ["https://elsewhere.example/a.png", `${PUBLIC_URL}/uploads/${"a".repeat(32)}/960.webp`, ""];
  expect(await findImageDimensions(site.db, { publicUrl: PUBLIC_URL, urls })).toEqual(new Map());
});

test("measures images of an earlier release, after which cached pages have their shape", async () => {
  const image = await addImage(anna, 600, 900);
  await forget(image);
  await addProduct(anna, { name: "Vase", mediaUrl: image.url });
  const read = async () => {
    const { text } = await site.call("GET", `/@${anna.handle}/vase`, undefined, { accept: "text/html" });
    return modelOf(text).product.images;
  };
  const shown = { url: image.url, alt: "", focus: { x: 50, y: 50 } };
  expect(await read()).toEqual([shown]);
  await site.runMaintenance();
  expect(await read()).toEqual([{ ...shown, dimensions: { width: 600, height: 900 } }]);
  expect(failedTasks()).toEqual([]);
});

test("measures several batches of several creators, and changes each page about once", async () => {
  const ben = await site.signUp();
  const image = await addImage(anna, 30, 20);
  const stored = await site.storage.openFile(`images/${image.path}/960.webp`);
  const webp = Buffer.concat(await (stored?.stream.toArray() ?? []));
  for (const [index, user] of [...Array(150).keys()].flatMap((index) => [
    [index, anna] as const,
    [index + 150, ben] as const,
  ])) {
    const path = `${index}`.padStart(32, "a").replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)));
    await site.storage.saveFile(
      `images/${path}/960.webp`,
      await site.storage.createTemp(Readable.from([webp])),
    );
    await site.sql`insert into files (id, creator_id, purpose, name, content_type, size, sha256)
      values (${path}, ${user.creator.id}, 'image', 'a.png', 'image/webp', 1, '')`;
  }
  const changed: number[] = [];
  const publish = async (_tx: unknown, creatorId: number) => void changed.push(creatorId);
  await measureImages({ ...site, pageInvalidations: { publish }, log: { info: () => {} } });
  expect(
    await site.sql`select 1 from files where creator_id in (${anna.creator.id}, ${ben.creator.id})
    and (width, height) is distinct from (30, 20)`,
  ).toEqual([]);
  expect(changed.length).toBeLessThanOrEqual(4);
  expect(new Set(changed)).toEqual(new Set([anna.creator.id, ben.creator.id]));
});

test("skips missing, invalid and unreadable images, and tries them again", async () => {
  const names = ["missing", "damaged", "failing", "good"] as const;
  const images: Record<string, { url: string; path: string }> = {};
  for (const name of names) {
    images[name] = await addImage(anna, 40, 30);
    await forget(images[name]);
  }
  const keyOf = (name: string) => `images/${images[name]?.path}/960.webp`;
  const bytes = await (await site.storage.openFile(keyOf("missing")))?.stream.toArray();
  await site.storage.deleteFile(keyOf("missing"));
  await site.storage.saveFile(
    keyOf("damaged"),
    await site.storage.createTemp(Readable.from([Buffer.from("no image")])),
  );
  const openFile: typeof site.storage.openFile = async (key) => {
    if (key === keyOf("failing")) throw new Error("the disk is broken");
    return site.storage.openFile(key);
  };
  const deps = { ...site, log: { info: () => {} } };
  await expect(measureImages({ ...deps, storage: { openFile } })).rejects.toThrow("the disk is broken");
  const measured = async () => {
    const known = await Promise.all(names.map(async (name) => dimensionsOf(images[name] ?? { url: "" })));
    return names.filter((_, index) => known[index]?.width === 40);
  };
  expect(await measured()).toEqual(["good"]);
  await site.storage.saveFile(keyOf("missing"), await site.storage.createTemp(Readable.from(bytes ?? [])));
  await measureImages(deps);
  expect(await measured()).toEqual(["missing", "failing", "good"]);
});

test("asks an unavailable storage only a few times in a run", async () => {
  for (let index = 0; index < 8; index++) await forget(await addImage(anna, 20, 20));
  let requests = 0;
  const openFile = async () => {
    requests += 1;
    throw new Error("unavailable");
  };
  const run = measureImages({ ...site, storage: { openFile }, log: { info: () => {} } });
  await expect(run).rejects.toThrow("unavailable");
  expect(requests).toBe(5);
});
