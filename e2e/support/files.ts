import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { type Download, expect, type Page } from "@playwright/test";
import sharp from "sharp";

export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export async function sha256Of(download: Download): Promise<string> {
  return sha256(await readFile(await download.path()));
}

/** Downloads a creator's upload by a link or button, and compares its name and every byte. */
export async function expectDownload(
  page: Page,
  { name, buffer }: ReturnType<typeof randomFile>,
): Promise<void> {
  const downloading = page.waitForEvent("download");
  const link = page.getByRole("link", { name: "Download" });
  await link.or(page.getByRole("button", { name: "Download", exact: true })).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(name);
  expect(await sha256Of(download)).toBe(sha256(buffer));
}

/** Returns a file with unique content. */
export function randomFile(name: string, bytes = 20_000) {
  return { name, mimeType: "application/octet-stream", buffer: randomBytes(bytes) };
}

/** Renders an image whose colours depend on `seed`. */
export function renderImage(seed = 0, width = 640, height = width): Promise<Buffer> {
  const hue = (seed * 47) % 360;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 10 10" preserveAspectRatio="none">
    <defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 60% 72%)"/>
    <stop offset="1" stop-color="hsl(${hue + 60} 55% 38%)"/></linearGradient></defs>
    <rect width="10" height="10" fill="url(#g)"/><circle cx="${3 + (seed % 5)}" cy="6" r="2.4" fill="hsl(${hue + 180} 60% 60%)"/>
    <path d="M0 9 4 4 7 7 10 5V10H0z" fill="hsl(${hue + 200} 40% 25%)" opacity=".6"/></svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 3 }).toBuffer();
}
