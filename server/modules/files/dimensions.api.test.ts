import sharp from "sharp";
import { expect, test } from "vitest";
import { addFile, type TestUser } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { prepareEach } from "../../testing/prepare.ts";
import { testSite } from "../../testing/test-site.ts";
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
