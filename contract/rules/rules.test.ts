import { expect, test } from "vitest";
import { imageSizes } from "./rules.ts";

const folder = `https://tessera.example/uploads/${"a".repeat(32)}/`;
const url = `${folder}960.webp`;
const widthsOf = (dimensions?: { width: number; height: number }) =>
  imageSizes(url, dimensions)?.map((size) => [size.url.replace(folder, ""), size.width]);

test("returns three sizes of an uploaded image, and null for other images", () => {
  const sizes = [
    ["240.webp", 240],
    ["480.webp", 480],
    ["960.webp", 960],
  ];
  expect(widthsOf()).toEqual(sizes);
  expect(widthsOf({ width: 960, height: 640 })).toEqual(sizes);
  expect(imageSizes("https://elsewhere.example/960.webp")).toBeNull();
});

test("returns the real widths of an upright image with known dimensions", () => {
  expect(widthsOf({ width: 640, height: 960 })).toEqual([
    ["240.webp", 160],
    ["480.webp", 320],
    ["960.webp", 640],
  ]);
  expect(widthsOf({ width: 2, height: 960 })).toEqual([
    ["240.webp", 1],
    ["960.webp", 2],
  ]);
});

test("lists each width of a small image once, because it is not enlarged", () => {
  expect(widthsOf({ width: 300, height: 200 })).toEqual([
    ["240.webp", 240],
    ["480.webp", 300],
  ]);
  expect(widthsOf({ width: 100, height: 50 })).toEqual([["240.webp", 100]]);
});
