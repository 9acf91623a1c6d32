import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { expect, test } from "vitest";
import { cpuTimeOf } from "../../testing/costs.ts";
import { rejection } from "../../testing/factories.ts";
import { PUBLIC_URL } from "../../testing/harness.ts";
import { testSite, testUser } from "../../testing/test-site.ts";
import { files, findOwnDigitalFile } from "./index.ts";
import {
  createPng,
  describeImage,
  field,
  form,
  hugePng,
  longGif,
  MULTIPART,
  upload,
} from "./multipart.test-kit.ts";

const site = testSite();
const anna = testUser(site);

async function rowOf(id: string) {
  const [row] = await site.db.select().from(files).where(eq(files.id, id));
  return row;
}

test("re-encodes an image as WebP in three widths under a URL of this site", async () => {
  const { status, body } = await upload(
    anna,
    { name: "tile.png", content: await createPng(1200, 800) },
    "image",
  );
  expect(status).toBe(201);
  expect(body).toEqual({
    url: `${PUBLIC_URL}/uploads/${body.path}/960.webp`,
    path: expect.stringMatching(/^[a-z2-7]{32}$/),
  });
  for (const [width, height] of [
    [240, 160],
    [480, 320],
    [960, 640],
  ]) {
    const picture = await site.call("GET", `/uploads/${body.path}/${width}.webp`);
    expect(picture.status).toBe(200);
    expect(await describeImage(picture.bytes)).toMatchObject({ format: "webp", width, height });
  }
});

test("stores the name of an image and the bytes of all its widths", async () => {
  const { body } = await upload(anna, { name: "folder/tile.png", content: await createPng() }, "image");
  const sizes = await Promise.all(
    [240, 480, 960].map(
      async (width) => (await site.call("GET", `/uploads/${body.path}/${width}.webp`)).bytes,
    ),
  );
  expect(await rowOf(body.path)).toMatchObject({
    creatorId: anna.creator.id,
    purpose: "image",
    name: "tile.png",
    contentType: "image/webp",
    size: sizes.reduce((total, bytes) => total + bytes.length, 0),
    sha256: createHash("sha256")
      .update(sizes[2] ?? "")
      .digest(),
  });
});

test("keeps the size of a small image, and serves it at all URLs", async () => {
  const { body } = await upload(anna, { content: await createPng(100, 50) });
  for (const width of [240, 480, 960]) {
    const picture = await site.call("GET", `/uploads/${body.path}/${width}.webp`);
    expect(await describeImage(picture.bytes)).toMatchObject({ width: 100, height: 50 });
  }
});

test.for(["png", "jpeg", "webp", "gif", "avif"] as const)(
  "recognises a %s image by its content",
  async (format) => {
    const content = await sharp(await toFile(await createPng(300, 200)))
      .toFormat(format)
      .toBuffer();
    const response = await upload(anna, { name: "anything.txt", type: "text/plain", content });
    expect(response.status).toBe(201);
    const picture = await site.call("GET", `/uploads/${response.body.path}/960.webp`);
    const { dominant, ...image } = await describeImage(picture.bytes);
    expect(image).toMatchObject({ format: "webp", width: 300, height: 200 });
    expect(dominant.r).toBeGreaterThan(dominant.b + 50);
  },
);

test("rotates a photograph upright and removes its location", async () => {
  const content = await sharp(await toFile(await createPng(300, 200)))
    .withExif({ IFD0: { Copyright: "Anna", ImageDescription: "SECRET-PLACE" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect((await describeImage(content)).orientation).toBe(6);
  const { body } = await upload(anna, { content });
  const { bytes } = await site.call("GET", `/uploads/${body.path}/960.webp`);
  const image = await describeImage(bytes);
  expect(image).toMatchObject({ width: 200, height: 300 });
  expect(image.exif).toBeUndefined();
  expect(bytes.includes("SECRET-PLACE")).toBe(false);
});

test("stores the first frame of an animation and says so in the response", async () => {
  const { status, body } = await upload(anna, { content: longGif(1000) });
  expect(status).toBe(201);
  const { bytes } = await site.call("GET", `/uploads/${body.path}/960.webp`);
  expect((await describeImage(bytes)).pages ?? 1).toBe(1);
  expect(body.first_picture_only).toBe(true);
  const still = await upload(anna, { content: longGif(1) });
  expect(still.body).not.toHaveProperty("first_picture_only");
});

test("keeps a file without a purpose private unless it is an image", async () => {
  const { status, body } = await upload(anna, { name: "notes.pdf", content: "%PDF-1.7 notes" });
  expect(status).toBe(201);
  expect(body).toEqual({ url: null, path: expect.stringMatching(/^[a-z2-7]{32}$/) });
  expect((await site.call("GET", `/uploads/${body.path}/960.webp`)).status).toBe(404);
});

test("stores a digital file unchanged and private, even an image", async () => {
  const content = await createPng();
  const { body } = await upload(anna, { name: "print.png", content }, "digital");
  expect(body.url).toBeNull();
  expect((await site.call("GET", `/uploads/${body.path}/960.webp`)).status).toBe(404);
  expect(await rowOf(body.path)).toMatchObject({
    purpose: "digital",
    name: "print.png",
    contentType: "application/octet-stream",
    size: content.length,
    sha256: createHash("sha256").update(content).digest(),
  });
});

test("lets a creator sell only their own private uploads", async () => {
  const ben = await site.signUp();
  const { body: digital } = await upload(anna, { name: "film.mp4", content: "film" }, "digital");
  const { body: image } = await upload(anna, { content: await createPng() }, "image");
  const find = (creatorId: number, path: string) => findOwnDigitalFile(site.db, { creatorId, path });
  expect(await find(anna.creator.id, digital.path)).toEqual({ id: digital.path, name: "film.mp4", size: 4 });
  expect(await find(ben.creator.id, digital.path)).toBeNull();
  expect(await find(anna.creator.id, image.path)).toBeNull();
  for (const path of [
    "",
    "../../etc/passwd",
    `digital/${digital.path}`,
    `${digital.path}\u0000`,
    "a".repeat(32),
  ]) {
    expect(await find(anna.creator.id, path), path).toBeNull();
  }
});

test("rejects an upload without a session or from another site", async () => {
  const content = form({ content: "x" });
  const path = "/api/files/upload";
  expect(await site.call("POST", path, content, MULTIPART)).toMatchObject(
    rejection(401, "accounts.signed_out", "Please sign in."),
  );
  const foreign = await anna.call("POST", path, content, { ...MULTIPART, origin: "https://evil.example" });
  expect(foreign.status).toBe(403);
});

test("rejects other files as images, whatever their name and type", async () => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;
  const contents = [
    svg,
    `<?xml version="1.0"?>${svg}`,
    "<!doctype html><script>alert(1)</script>",
    "GIF89a<script>alert(1)</script>",
    "\x89PNG\r\n\x1a\n<script>",
    "%PDF-1.7",
    await sharp(await toFile(await createPng()))
      .tiff()
      .toBuffer(),
    "x",
  ];
  for (const content of contents) {
    expect(await upload(anna, { name: "cute.png", type: "image/png", content }, "image")).toMatchObject(
      rejection(415, "files.not_an_image", "Choose a PNG, JPEG, WebP, GIF or AVIF image."),
    );
    const kept = await upload(anna, { name: "cute.png", type: "image/png", content });
    expect(kept).toMatchObject({ status: 201, body: { url: null } });
  }
});

test("does not serve data after the end of an image", async () => {
  const content = Buffer.concat([await createPng(), Buffer.from("<script>alert(1)</script>")]);
  const { body } = await upload(anna, { content }, "image");
  for (const width of [240, 480, 960]) {
    const { bytes } = await site.call("GET", `/uploads/${body.path}/${width}.webp`);
    expect(bytes.includes("<script")).toBe(false);
  }
});

test("rejects a truncated image as damaged", async () => {
  const whole = await sharp(await toFile(await createPng(900, 900)))
    .jpeg()
    .toBuffer();
  for (const content of [whole.subarray(0, whole.length / 2), (await createPng()).subarray(0, 200)]) {
    expect(await upload(anna, { content }, "image")).toMatchObject(
      rejection(400, "files.damaged_image", "The image is damaged and cannot be read."),
    );
  }
});

test("rejects an image that is too large before decoding it", async () => {
  const [fitting, content, animation] = [hugePng(5_000), hugePng(30_000), longGif(10_000)];
  const decoded = await cpuTimeOf(() => upload(anna, { content: fitting }, "image"));
  const rejected = await cpuTimeOf(async () => {
    expect(await upload(anna, { content }, "image")).toMatchObject({
      status: 413,
      body: { error: "The image has more than 60 million pixels. Please make it smaller first." },
    });
    expect(await upload(anna, { content: animation })).toMatchObject({
      status: 413,
      body: { error: "The animation has more than 1000 pictures." },
    });
  });
  expect(rejected).toBeLessThan(decoded);
});

test("reads only the first bytes of an oversized file to find its type", async () => {
  const content = longGif(500_000);
  // Counting half a million frames takes several times the memory of the file.
  expect(await upload(anna, { content })).toMatchObject(
    rejection(413, "files.too_large", "The image is larger than 10 MB."),
  );
  expect((await upload(anna, { content }, "digital")).status).toBe(201);
});

test("rejects a body with anything besides one file in the field `file`", async () => {
  const file = form({ content: "x" });
  const end = form();
  const fields = (name: (index: number) => string, count: number) =>
    Buffer.from(Array.from({ length: count }, (_, index) => field(name(index))).join(""));
  const bodies = [
    form({ field: "picture", content: "x" }),
    form({ field: "__proto__", content: "x" }),
    form({ content: "x" }, { content: "y" }),
    form({ content: "x" }, { field: "other", content: "y" }),
    Buffer.concat([fields((index) => `f${index}`, 1000), file]),
    Buffer.concat([fields((index) => `a[b][c${index}]`, 10_000), end]),
    Buffer.concat([file.subarray(0, file.length - end.length), fields(() => "after", 1), end]),
  ];
  for (const [index, body] of bodies.entries()) {
    const response = await anna.call("POST", "/api/files/upload", body, MULTIPART);
    expect(response.status, String(index)).toBe(400);
    expect(response.body.code, String(index)).toMatch(/^files\.(wrong_field|broken_upload)$/);
  }
});

test("rejects an empty file, and a body that is not an upload", async () => {
  const send = (body: Buffer | string, headers: Record<string, string> = MULTIPART) =>
    anna.call("POST", "/api/files/upload", body, headers);
  expect(await send(form({ content: "" }))).toMatchObject({
    status: 400,
    body: { error: "The file is empty." },
  });
  expect(await send(form())).toMatchObject({ status: 400, body: { error: "Choose a file to upload." } });
  expect(await send("nonsense")).toMatchObject(rejection(400, "files.broken_upload"));
  expect(await send("x", { "content-type": "multipart/form-data" })).toMatchObject({ status: 400 });
  expect(await send("{}", { "content-type": "application/json" })).toMatchObject(
    rejection(415, "files.not_multipart"),
  );
  const truncated = form({ content: "x".repeat(1000) }).subarray(0, 600);
  expect(await send(truncated)).toMatchObject(rejection(400, "files.broken_upload"));
  expect((await upload(anna, { content: "x" }, "everything")).status).toBe(400);
});

test("cleans hostile names and never uses them as a path", async () => {
  const before = (await site.db.select({ id: files.id }).from(files)).length;
  for (const [name, shown] of [
    ["../../x.html", "x.html"],
    ["a%00b\u202egpj.exe", "a%00bgpj.exe"],
    ["CON", "CON"],
    [`${"a".repeat(300)}.zip`, `${"a".repeat(196)}.zip`],
  ] as const) {
    const { body } = await upload(anna, { name, content: shown }, "digital");
    expect((await rowOf(body.path))?.name).toBe(shown);
  }
  expect((await site.db.select({ id: files.id }).from(files)).length).toBe(before + 4);
});

test("returns an error for invalid paths under /uploads", async () => {
  for (const path of [
    "..%2f..%2fetc/passwd",
    "....//....//etc/passwd",
    "%252e%252e%252fetc%252fpasswd",
    `${"a".repeat(32)}/960.webp`,
    `${"a".repeat(32)}/960.webp%00.png`,
    "x%00",
    "%zz",
    "",
    `digital/${"a".repeat(32)}`,
  ]) {
    const response = await site.call("GET", `/uploads/${path}`);
    expect([400, 404], path).toContain(response.status);
    expect(response.body?.error, path).toEqual(expect.any(String));
  }
});

test("lets clients cache a public image permanently, and never lets it run scripts", async () => {
  const { body } = await upload(anna, { content: await createPng() });
  const path = `/uploads/${body.path}/480.webp`;
  const { headers, bytes } = await site.call("GET", path);
  expect(headers).toMatchObject({
    "content-type": "image/webp",
    "content-length": String(bytes.length),
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
    "content-security-policy": "sandbox; default-src 'none'",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(headers["set-cookie"]).toBeUndefined();
  const etag = String(headers.etag);
  const again = await site.call("GET", path, undefined, { "if-none-match": `"other", W/${etag}` });
  expect(again).toMatchObject({ status: 304, text: "" });
  const head = await site.call("HEAD", path);
  expect(head).toMatchObject({ status: 200, text: "" });
  expect(head.headers["content-length"]).toBe(String(bytes.length));
});

test("serves an existing image as a JPEG for mail programs, with white for transparency", async () => {
  const content = await sharp({
    create: { width: 1200, height: 800, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const { body } = await upload(anna, { content }, "image");
  const path = `/uploads/${body.path}/email.jpg`;
  const { status, headers, bytes } = await site.call("GET", path);
  expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
    200,
    "image/jpeg",
    "public, max-age=31536000, immutable",
  ]);
  expect(headers).toMatchObject({
    "content-length": String(bytes.length),
    "content-security-policy": "sandbox; default-src 'none'",
  });
  const { dominant, ...image } = await describeImage(bytes);
  expect(image).toMatchObject({ format: "jpeg", width: 960, height: 640 });
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
  const etag = String(headers.etag);
  expect((await site.call("GET", path, undefined, { "if-none-match": etag })).status).toBe(304);
  expect(await site.call("HEAD", path)).toMatchObject({ status: 200, text: "" });
  for (const wrong of [`${"a".repeat(32)}/email.jpg`, `${body.path}/email.png`, `${body.path}/960.jpg`])
    expect((await site.call("GET", `/uploads/${wrong}`)).status, wrong).toBe(404);
});

test("stores SVGs from Tessera itself as images", async () => {
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 960" width="960" height="960"><rect width="960" height="960" fill="#8f3519"/></svg>`,
  );
  const kept = await site.files.storeTrustedSvg({ creatorId: anna.creator.id, name: "avatar.svg", svg });
  const { bytes } = await site.call("GET", new URL(kept.url ?? "").pathname);
  expect(await describeImage(bytes)).toMatchObject({ format: "webp", width: 960, height: 960 });
});

/** The decoder reads only files. */
async function toFile(bytes: Buffer): Promise<string> {
  const temp = await site.storage.createTemp(
    (async function* () {
      yield bytes;
    })(),
  );
  return temp.path;
}
